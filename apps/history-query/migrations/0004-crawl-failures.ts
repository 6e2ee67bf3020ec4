import { migration } from '@portolan/service';

export const crawlFailures = [
  // Crawls that have failed one after the other: each doubles the pause before the next.
  migration(
    'AddCrawlFailures1793000000004',
    'ALTER TABLE collections ADD COLUMN failures INT UNSIGNED NOT NULL DEFAULT 0',
    'ALTER TABLE collections DROP COLUMN failures',
  ),
];
