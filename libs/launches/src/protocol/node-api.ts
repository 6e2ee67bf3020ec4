import { Numeric, Text } from '@portolan/validation';

/** `POST {nodeUrl}/internal/launches/{launchId}/stop`: end it now (the lease would say so a little later). */
export class StopRequest {
  /** Between TERM and KILL, ms. */
  @Numeric({ integer: true, min: 0 }) killGraceMs!: number;

  /** Set when its node has to go, not when its owner wants so: why, for people. */
  @Text({ optional: true, max: 1024 }) nodeEnds?: string;
}

/** `PUT {nodeUrl}/internal/owners/{owner}`: where an owner is now; the node renews its lease there at once. */
export class OwnerAddress {
  @Text({ max: 2048 }) ownerUrl!: string;
}

/** Address of a launch's files on its node: a folder answers its listing, a file its bytes (with Range). */
export function launchFilesUrl(nodeUrl: string, launchId: string, path: string): string {
  const inside = path
    .split('/')
    .filter((segment) => segment !== '')
    .map(encodeURIComponent)
    .join('/');
  return `${nodeUrl}/internal/launches/${encodeURIComponent(launchId)}/files/${inside}`;
}

/** One entry of a folder listing as a node answers it. */
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
