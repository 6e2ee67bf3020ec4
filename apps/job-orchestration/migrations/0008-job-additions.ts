import { LONG_TEXT, createTable, migration, text, word } from '@portolan/service';

export const jobAdditions = [
  createTable(
    'Create_job_webhooks_1700000030000',
    'job_webhooks',
    `
      job_id ${text(255)} NOT NULL,
      attempts INT NOT NULL,
      due_at BIGINT NOT NULL,
      PRIMARY KEY (job_id),
      KEY job_webhooks_by_due (due_at),
      CONSTRAINT job_webhooks_of FOREIGN KEY (job_id) REFERENCES jobs (id) ON DELETE CASCADE
    `,
  ),
  // The previous states of a job, for streams of its status.
  migration(
    'Alter_jobs_history_1700000030010',
    `ALTER TABLE jobs ADD COLUMN history ${LONG_TEXT} NULL`,
    'ALTER TABLE jobs DROP COLUMN history',
  ),
  // The settlement batch of a finished job; NULL before. Jobs of a batch do not change any more.
  migration(
    'Alter_jobs_settled_in_1700000030020',
    'ALTER TABLE jobs ADD COLUMN settled_in BIGINT NULL, ADD KEY jobs_by_settled_in (settled_in, status)',
    'ALTER TABLE jobs DROP KEY jobs_by_settled_in, DROP COLUMN settled_in',
  ),
  createTable(
    'Create_job_settlement_1700000030030',
    'job_settlement',
    `
      id INT NOT NULL,
      batch BIGINT NOT NULL,
      removals BIGINT NOT NULL,
      PRIMARY KEY (id)
    `,
  ),
  // Starts the numbering of settled batches.
  migration(
    'Start_job_settlement_1700000030040',
    'INSERT INTO job_settlement (id, batch, removals) VALUES (1, 0, 0)',
    'DELETE FROM job_settlement',
  ),
  // Requests to kill all jobs that a search finds; a row is deleted when the last job has been processed.
  createTable(
    'Create_bulk_kills_1700000030050',
    'bulk_kills',
    `
      id ${word(64)} NOT NULL,
      query ${LONG_TEXT} NOT NULL,
      requested_at BIGINT NOT NULL,
      after_id ${text(255)} NOT NULL,
      due_at BIGINT NOT NULL,
      PRIMARY KEY (id),
      KEY bulk_kills_by_due (due_at)
    `,
  ),
];
