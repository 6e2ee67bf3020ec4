import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stages of jobs with the number of workers that they have now. */
export class CreateJobStages implements MigrationInterface {
  name = 'CreateJobStages1790000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE job_stages (
      job_id VARCHAR(300) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      stage_num INT NOT NULL,
      num_workers INT NOT NULL,
      definition LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      PRIMARY KEY (job_id, stage_num)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE job_stages');
  }
}
