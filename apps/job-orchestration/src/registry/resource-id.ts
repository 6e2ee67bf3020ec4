import { randomUUID } from 'node:crypto';

/** The client's id, or one of ours when it left that to us; an empty one counts as left out. */
export const idOrNew = (given: string | null | undefined): string =>
  given == null || given === '' ? randomUUID() : given;
