import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What happened to a job, numbered by its own sequence: the job status stream. */
export class CreateJobEvents implements MigrationInterface {
  name = 'CreateJobEvents1790000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE job_events (
      job_id VARCHAR(300) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      sequence BIGINT NOT NULL,
      event LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      PRIMARY KEY (job_id, sequence)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE job_events');
  }
}
