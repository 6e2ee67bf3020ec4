import { migration } from '@portolan/service';

export const keptJobs = [
  // Marks clusters that an invalid cron spec disabled: their jobs continue, unlike those of clusters that a user disabled.
  migration(
    'KeepJobsOfDisabledClusters1790000000041',
    'ALTER TABLE clusters ADD COLUMN keeps_jobs TINYINT NOT NULL DEFAULT 0',
    'ALTER TABLE clusters DROP COLUMN keeps_jobs',
  ),
];
