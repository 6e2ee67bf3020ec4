import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Job clusters; one row each, what changes with a version is in cluster_versions. */
export class CreateClusters implements MigrationInterface {
  name = 'CreateClusters1790000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE clusters (
      name VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      user_name VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      owner LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      parameters LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      labels LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      migration_config LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      is_ready_for_job_master TINYINT NOT NULL,
      sla_min INT NOT NULL,
      sla_max INT NOT NULL,
      cron_spec VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
      cron_policy VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
      disabled TINYINT NOT NULL,
      last_job_count BIGINT NOT NULL,
      latest_version_number INT NOT NULL,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (name)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE clusters');
  }
}
