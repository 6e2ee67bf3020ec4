import type { Difference } from './differences.ts';

/** Something that was not the same when the job last succeeded. */
export interface Change {
  what: 'request' | 'cluster' | 'command' | 'application' | 'node';
  id: string | null;
  text: string;
  differences: Difference[];
}
