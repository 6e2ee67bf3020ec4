import { migration, paddedText } from '@portolan/service';

export const collections = [
  // One row per collection: the fence of its crawls, its change sequence, and the result of its last crawl. `purged_seq` is the
  // highest change sequence number among deleted revisions: a reader behind it must start over. `failures` counts consecutive
  // failed crawls: each doubles the pause before the next crawl.
  migration(
    'CreateCollections1793000000001',
    `
      CREATE TABLE collections (
        number INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        name ${paddedText(190)} NOT NULL,
        generation BIGINT NOT NULL DEFAULT 0,
        change_seq BIGINT NOT NULL DEFAULT 0,
        moment BIGINT NOT NULL DEFAULT 0,
        leased_until BIGINT NOT NULL DEFAULT 0,
        attempted_at BIGINT NULL,
        crawled_at BIGINT NULL,
        documents INT UNSIGNED NOT NULL DEFAULT 0,
        error TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
        purged_seq BIGINT NOT NULL DEFAULT 0,
        failures INT UNSIGNED NOT NULL DEFAULT 0,
        UNIQUE KEY collections_name (name)
      ) ENGINE = InnoDB`,
    'DROP TABLE collections',
  ),
];
