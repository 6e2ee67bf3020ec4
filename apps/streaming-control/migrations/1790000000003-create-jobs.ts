import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs. sequence counts everything that happened to a job: its events, and what streams follow. */
export class CreateJobs implements MigrationInterface {
  name = 'CreateJobs1790000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE jobs (
      id VARCHAR(300) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      cluster VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      number BIGINT NOT NULL,
      user_name VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      state VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      submitted_at BIGINT NOT NULL,
      started_at BIGINT NOT NULL,
      terminated_at BIGINT NULL,
      version VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      jar_url VARCHAR(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      sla LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      unique_type VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
      subscription_timeout_secs INT NOT NULL,
      heartbeat_interval_secs INT NOT NULL,
      worker_timeout_secs INT NOT NULL,
      parameters LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      labels LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      migration_config LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      next_worker_number INT NOT NULL,
      sequence BIGINT NOT NULL,
      end_reason VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
      PRIMARY KEY (id),
      UNIQUE KEY jobs_by_cluster (cluster, number),
      KEY jobs_by_state (state, submitted_at),
      KEY jobs_by_cluster_state (cluster, state)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE jobs');
  }
}
