import { folded } from '@portolan/service';

/** Migrations whose effect is part of the tables above. */
export const foldedChanges = folded("table_name = 'revisions' AND column_name = 'opened_seq'", [
  'AddPurgedSeq1793000000003',
  'AddCrawlFailures1793000000004',
  'AddOpenedSeq1793000000005',
  'IndexOpenedSeq1793000000006',
]);
