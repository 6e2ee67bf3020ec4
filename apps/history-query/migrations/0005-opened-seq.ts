import { migration } from '@portolan/service';

export const openedSeq = [
  // The change sequence number with which a revision became the valid one, for the change feed: `change_seq` is assigned again at
  // the end of the revision. 0 for revisions that were never valid here: older rows, imported history.
  migration(
    'AddOpenedSeq1793000000005',
    'ALTER TABLE revisions ADD COLUMN opened_seq BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE revisions DROP COLUMN opened_seq',
  ),
  // The change feed reads revisions in the order of their beginning. A currently valid revision began with its last change.
  migration(
    'IndexOpenedSeq1793000000006',
    [
      'UPDATE revisions SET opened_seq = change_seq WHERE fork = 0 AND opened_seq = 0',
      'ALTER TABLE revisions ADD KEY revisions_opened (collection, opened_seq)',
    ],
    'ALTER TABLE revisions DROP KEY revisions_opened',
  ),
];
