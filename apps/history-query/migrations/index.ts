import { collections } from './0001-collections';
import { revisions } from './0002-revisions';
import { purgedSeq } from './0003-purged-seq';
import { crawlFailures } from './0004-crawl-failures';
import { openedSeq } from './0005-opened-seq';
import { packedHistory } from './0006-packed-history';

/** Every migration, oldest first. Never edit one that a release has carried out: add another. */
export const migrations = [
  ...collections,
  ...revisions,
  ...purgedSeq,
  ...crawlFailures,
  ...openedSeq,
  ...packedHistory,
];
