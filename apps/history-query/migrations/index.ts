import type { MigrationInterface } from 'typeorm';
import { CreateCollections1793000000001 } from './1793000000001-create-collections';
import { CreateRevisions1793000000002 } from './1793000000002-create-revisions';

/** All migrations of this service's database, oldest first. */
export const migrations: readonly (new () => MigrationInterface)[] = [
  CreateCollections1793000000001,
  CreateRevisions1793000000002,
];
