import { migration } from '@portolan/service';

export const crawlFailures = [
  // Number of consecutive failed crawls: each failure doubles the pause before the next crawl.
  migration(
    'AddCrawlFailures1793000000004',
    'ALTER TABLE collections ADD COLUMN failures INT UNSIGNED NOT NULL DEFAULT 0',
    'ALTER TABLE collections DROP COLUMN failures',
  ),
];
