import { LONG_TEXT, migration, paddedText } from '@portolan/service';

export const revisions = [
  // All revisions of all documents. `fork` is the node of a virtual interval tree over time that the revision hangs on (0 while
  // it is open): with it, a listing at a past moment reads only the revisions valid at that moment
  // (docs/decisions/history-storage.md). `opened_seq` is the change sequence number with which a revision became the valid one, for
  // the change feed, which reads revisions in the order of their beginning: `change_seq` is assigned again at the end of the revision.
  // 0 for revisions that were never valid here: older rows, imported history.
  migration(
    'CreateRevisions1793000000002',
    `
      CREATE TABLE revisions (
        collection INT UNSIGNED NOT NULL,
        id ${paddedText(512)} NOT NULL,
        stime BIGINT NOT NULL,
        ltime BIGINT NOT NULL,
        fork BIGINT NOT NULL,
        ctime BIGINT NOT NULL,
        ftime BIGINT NOT NULL,
        mtime BIGINT NOT NULL,
        change_seq BIGINT NOT NULL,
        tags ${LONG_TEXT} NOT NULL,
        data ${LONG_TEXT} NOT NULL,
        opened_seq BIGINT NOT NULL DEFAULT 0,
        PRIMARY KEY (collection, id, stime),
        KEY revisions_fork_start (collection, fork, stime, ltime),
        KEY revisions_fork_end (collection, fork, ltime),
        KEY revisions_start (collection, stime),
        KEY revisions_change (collection, change_seq),
        KEY revisions_opened (collection, opened_seq)
      ) ENGINE = InnoDB`,
    'DROP TABLE revisions',
  ),
];
