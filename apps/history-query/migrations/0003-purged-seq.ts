import { migration } from '@portolan/service';

export const purgedSeq = [
  // The highest change sequence number among deleted revisions: a reader behind it must start over.
  migration(
    'AddPurgedSeq1793000000003',
    'ALTER TABLE collections ADD COLUMN purged_seq BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE collections DROP COLUMN purged_seq',
  ),
];
