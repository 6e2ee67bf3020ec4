import { migration } from '@portolan/service';

export const changeMoments = [
  // Between which moments a change happened: each crawl that found changes, and when the crawl before it began.
  migration(
    'CreateChangeMoments1793000000012',
    `
      CREATE TABLE change_moments (
        collection INT UNSIGNED NOT NULL,
        moment BIGINT NOT NULL,
        after BIGINT NOT NULL,
        PRIMARY KEY (collection, moment)
      ) ENGINE = InnoDB`,
    'DROP TABLE change_moments',
  ),
  migration(
    'AddBegunAt1793000000013',
    'ALTER TABLE collections ADD COLUMN begun_at BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE collections DROP COLUMN begun_at',
  ),
];
