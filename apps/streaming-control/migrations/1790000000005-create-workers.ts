import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Workers. current_index repeats worker_index while the worker is its index's current one and is NULL afterwards: the unique key lets an index have one current worker only. */
export class CreateWorkers implements MigrationInterface {
  name = 'CreateWorkers1790000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE workers (
      job_id VARCHAR(300) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      worker_number INT NOT NULL,
      worker_index INT NOT NULL,
      current_index INT NULL,
      stage_num INT NOT NULL,
      state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      launch_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
      launch_after BIGINT NOT NULL,
      agent_cluster VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      host VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
      node_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
      ports LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
      accepted_at BIGINT NOT NULL,
      launched_at BIGINT NULL,
      starting_at BIGINT NULL,
      started_at BIGINT NULL,
      completed_at BIGINT NULL,
      last_heartbeat_at BIGINT NULL,
      reason VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      resubmit_of INT NOT NULL,
      resubmit_cause VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
      resubmit_delay_ms INT NOT NULL,
      total_resubmit_count INT NOT NULL,
      PRIMARY KEY (job_id, worker_number),
      UNIQUE KEY workers_current (job_id, stage_num, current_index),
      UNIQUE KEY workers_by_launch (launch_id),
      KEY workers_by_state (state, launch_after),
      KEY workers_by_heartbeat (state, last_heartbeat_at)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE workers');
  }
}
