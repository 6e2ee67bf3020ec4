import { registryMigrations } from './1700000001-registry';
import { launchMigrations } from './1700000002-launches';
import { jobMigrations } from './1700000003-jobs';
import { jobsWholeMigrations } from './1700000004-jobs-whole';
import { nodeMigrations } from './1700000005-nodes';
import { jobMailMigrations } from './1700000006-job-mails';
import { fairShareMigrations } from './1700000020-fair-share';
import { jobAdditionMigrations } from './1700000030-job-additions';
import { jobSearchMigrations } from './1700000031-job-search';
import { clientHeaderMigrations } from './1700000032-client-headers';
import { exactTextMigrationsOfJobs } from './1700000040-exact-texts';

/** Every migration, oldest first. Never edit one that a release has carried out: add another. */
export const migrations = [
  ...registryMigrations,
  ...launchMigrations,
  ...jobMigrations,
  ...jobsWholeMigrations,
  ...nodeMigrations,
  ...jobMailMigrations,
  ...fairShareMigrations,
  ...jobAdditionMigrations,
  ...jobSearchMigrations,
  ...clientHeaderMigrations,
  ...exactTextMigrationsOfJobs,
];
