import { collections } from './0001-collections';
import { revisions } from './0002-revisions';
import { foldedChanges } from './0005-folded';
import { packedHistory } from './0006-packed-history';
import { changeMoments } from './0007-change-moments';

/** Every migration, oldest first; some numbers do not exist. Never edit one that a release has carried out: add another. */
export const migrations = [
  ...collections,
  ...revisions,
  ...foldedChanges,
  ...packedHistory,
  ...changeMoments,
];
