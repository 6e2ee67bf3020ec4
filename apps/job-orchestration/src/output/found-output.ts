import type { Readable } from 'node:stream';
import type { LaunchFolder } from '@portolan/launches';

/** What is at a path of a job's output, on a node or in an archive. */
export type FoundOutput =
  | { kind: 'folder'; folder: LaunchFolder }
  /** Status 200 or 206, headers about length and range, the bytes: read or destroy them. */
  | { kind: 'file'; status: number; headers: Headers; body: Readable };
