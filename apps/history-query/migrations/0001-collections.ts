import { migration, text } from '@portolan/service';

export const collections = [
  // One row per collection: the fence of its crawls, its change sequence, and the result of its last crawl.
  migration(
    'CreateCollections1793000000001',
    `
      CREATE TABLE collections (
        number INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        name ${text(190)} NOT NULL,
        generation BIGINT NOT NULL DEFAULT 0,
        change_seq BIGINT NOT NULL DEFAULT 0,
        moment BIGINT NOT NULL DEFAULT 0,
        leased_until BIGINT NOT NULL DEFAULT 0,
        attempted_at BIGINT NULL,
        crawled_at BIGINT NULL,
        documents INT UNSIGNED NOT NULL DEFAULT 0,
        error TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
        UNIQUE KEY collections_name (name)
      ) ENGINE = InnoDB`,
    'DROP TABLE collections',
  ),
];
