export interface ObjectLocation {
  bucket: string;
  key: string;
}

/** Parses `s3://bucket/key`, also `s3a` and `s3n`. @returns undefined when the address names no object */
export function objectLocation(address: string): ObjectLocation | undefined {
  const [, bucket, path] = /^s3[an]?:\/\/([^/?#]+)\/([^?#]+)$/i.exec(address) ?? [];
  if (bucket === undefined || path === undefined) return undefined;
  try {
    return { bucket, key: decodeURIComponent(path) };
  } catch {
    return undefined;
  }
}

/** Reports whether an address belongs to an object store. */
export const isObjectAddress = (address: string): boolean => /^s3[an]?:\/\//i.test(address);
