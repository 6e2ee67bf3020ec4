import { Numeric, Text } from '@portolan/validation';

/** `POST {nodeUrl}/internal/launches/{launchId}/stop`: ends a launch now, sooner than the next renewal would. */
export class StopRequest {
  /** Time between TERM and KILL, ms. */
  @Numeric({ integer: true, min: 0 }) killGraceMs!: number;
  /** Readable reason when the node, not the owner, ends the launch. */
  @Text({ optional: true, max: 1024 }) nodeEnds?: string;
}

/** `PUT {nodeUrl}/internal/owners/{owner}`: the current address of an owner; the node renews its lease there at once. */
export class OwnerAddress {
  @Text({ max: 2048 }) ownerUrl!: string;
}

/** Address of a launch's files on its node: a folder returns its listing, a file its bytes (with Range). */
export function launchFilesUrl(nodeUrl: string, launchId: string, path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  const inside = segments.map(encodeURIComponent).join('/');
  return `${nodeUrl}/internal/launches/${encodeURIComponent(launchId)}/files/${inside}`;
}

export interface LaunchFileEntry {
  /** Folders end with `/`. */
  name: string;
  /** Bytes; 0 for folders. */
  size: number;
  /** ms since the epoch. */
  lastModified: number;
}

/** A folder of a launch's directory: both lists sorted by name. */
export interface LaunchFolder {
  directories: LaunchFileEntry[];
  files: LaunchFileEntry[];
}
