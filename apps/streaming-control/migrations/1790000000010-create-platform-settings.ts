import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What operators set for the whole platform: active agent clusters, scaling policies, the stream map. */
export class CreatePlatformSettings implements MigrationInterface {
  name = 'CreatePlatformSettings1790000000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE platform_settings (
      name VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      version BIGINT NOT NULL,
      changed_at BIGINT NOT NULL,
      value LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      PRIMARY KEY (name)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform_settings');
  }
}
