import { migration } from '@portolan/service';

export const keptJobs = [
  // Tells clusters that an invalid cron spec disabled, whose jobs go on, from those that somebody disabled.
  migration(
    'KeepJobsOfDisabledClusters1790000000041',
    'ALTER TABLE clusters ADD COLUMN keeps_jobs TINYINT NOT NULL DEFAULT 0',
    'ALTER TABLE clusters DROP COLUMN keeps_jobs',
  ),
];
