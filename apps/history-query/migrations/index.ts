import type { MigrationInterface } from 'typeorm';
import { CreateCollections1793000000001 } from './1793000000001-create-collections';
import { CreateRevisions1793000000002 } from './1793000000002-create-revisions';
import { AddPurgedSeq1793000000003 } from './1793000000003-add-purged-seq';
import { AddCrawlFailures1793000000004 } from './1793000000004-add-crawl-failures';
import { AddOpenedSeq1793000000005 } from './1793000000005-add-opened-seq';
import { IndexOpenedSeq1793000000006 } from './1793000000006-index-opened-seq';

/** All migrations of this service's database, oldest first. */
export const migrations: readonly (new () => MigrationInterface)[] = [
  CreateCollections1793000000001,
  CreateRevisions1793000000002,
  AddPurgedSeq1793000000003,
  AddCrawlFailures1793000000004,
  AddOpenedSeq1793000000005,
  IndexOpenedSeq1793000000006,
];
