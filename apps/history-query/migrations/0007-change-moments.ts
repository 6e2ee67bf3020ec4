import { migration } from '@portolan/service';

export const changeMoments = [
  // The interval in which changes happened: `moment` is the crawl that found them, `after` the beginning of the crawl before it.
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
  // `begun_at` belongs to the crawl of `begun_moment`: a release before this one writes other moments without it.
  migration(
    'AddBegunAt1793000000013',
    'ALTER TABLE collections ADD COLUMN begun_at BIGINT NOT NULL DEFAULT 0, ADD COLUMN begun_moment BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE collections DROP COLUMN begun_at, DROP COLUMN begun_moment',
  ),
];
