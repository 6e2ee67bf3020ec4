import type { MigrationInterface, QueryRunner } from 'typeorm';
import { LONG_TEXT, TABLE_OPTIONS, alterTable, createTable, text, word } from './create-table';

/** The count of settled jobs starts. */
class StartSettlement implements MigrationInterface {
  readonly name = 'Start_job_settlement_1700000030040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('INSERT INTO job_settlement (id, batch, removals) VALUES (1, 0, 0)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM job_settlement');
  }
}

export const jobAdditionMigrations = [
  createTable(
    1700000030000,
    'job_webhooks',
    `CREATE TABLE job_webhooks (
      job_id ${text(255)} NOT NULL,
      attempts INT NOT NULL,
      due_at BIGINT NOT NULL,
      PRIMARY KEY (job_id),
      KEY job_webhooks_by_due (due_at),
      CONSTRAINT job_webhooks_of FOREIGN KEY (job_id) REFERENCES jobs (id) ON DELETE CASCADE
    ) ${TABLE_OPTIONS}`,
  ),
  // The states that a job has been in, for streams of its status.
  alterTable(
    1700000030010,
    'jobs_history',
    `ALTER TABLE jobs ADD COLUMN history ${LONG_TEXT} NULL`,
    'ALTER TABLE jobs DROP COLUMN history',
  ),
  // In which batch a finished job was found; NULL until then. Jobs of a batch do not change any more.
  alterTable(
    1700000030020,
    'jobs_settled_in',
    'ALTER TABLE jobs ADD COLUMN settled_in BIGINT NULL, ADD KEY jobs_by_settled_in (settled_in, status)',
    'ALTER TABLE jobs DROP KEY jobs_by_settled_in, DROP COLUMN settled_in',
  ),
  createTable(
    1700000030030,
    'job_settlement',
    `CREATE TABLE job_settlement (
      id INT NOT NULL,
      batch BIGINT NOT NULL,
      removals BIGINT NOT NULL,
      PRIMARY KEY (id)
    ) ${TABLE_OPTIONS}`,
  ),
  StartSettlement,
  // Wishes to end all jobs that a search finds; a row goes when the last of them was told.
  createTable(
    1700000030050,
    'bulk_kills',
    `CREATE TABLE bulk_kills (
      id ${word(64)} NOT NULL,
      query ${LONG_TEXT} NOT NULL,
      requested_at BIGINT NOT NULL,
      after_id ${text(255)} NOT NULL,
      due_at BIGINT NOT NULL,
      PRIMARY KEY (id),
      KEY bulk_kills_by_due (due_at)
    ) ${TABLE_OPTIONS}`,
  ),
];
