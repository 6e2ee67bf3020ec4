/** Where an object is. */
export interface ObjectLocation {
  bucket: string;
  key: string;
}

/**
 * Reads `s3://bucket/key`; `s3a` and `s3n`, as older tools write it, mean the same.
 *
 * @returns undefined when the address names no object
 */
export function objectLocation(address: string): ObjectLocation | undefined {
  const [, bucket, path] = /^s3[an]?:\/\/([^/?#]+)\/([^?#]+)$/i.exec(address) ?? [];
  if (bucket === undefined || path === undefined) return undefined;
  try {
    return { bucket, key: decodeURIComponent(path) };
  } catch {
    return undefined;
  }
}

/** The address of an object. */
export const objectAddress = ({ bucket, key }: ObjectLocation): string =>
  `s3://${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;

/** Tells whether an address is one of an object store. */
export const isObjectAddress = (address: string): boolean => /^s3[an]?:\/\//i.test(address);
