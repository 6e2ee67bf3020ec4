import type { Readable } from 'node:stream';
import type { LaunchFolder } from '@portolan/launches';
import type { FileConditions } from '../node/files/file-answer';

/** What a client wants of a file. */
export interface OutputRequest {
  /** HEAD: no bytes. */
  onlyHead: boolean;
  conditions: FileConditions;
}

/** A file, as it is answered. */
export interface FoundFile {
  kind: 'file';
  status: number;
  /** About length, range and version; names in lower case. */
  headers: Record<string, string>;
  /** Read or destroy it; undefined when there is nothing to send. */
  body: Readable | undefined;
}

/** What is at a path of a job's output, on a node or in an archive. */
export type FoundOutput = { kind: 'folder'; folder: LaunchFolder } | FoundFile;
