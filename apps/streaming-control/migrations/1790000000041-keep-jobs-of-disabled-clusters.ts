import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tells clusters that an invalid cron spec disabled, whose jobs go on, from those that somebody disabled. */
export class KeepJobsOfDisabledClusters implements MigrationInterface {
  name = 'KeepJobsOfDisabledClusters1790000000041';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE clusters ADD COLUMN keeps_jobs TINYINT NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE clusters DROP COLUMN keeps_jobs');
  }
}
