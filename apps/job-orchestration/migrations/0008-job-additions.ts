import { LONG_TEXT, createTable, migration, word } from '@portolan/service';

export const jobAdditions = [
  createTable(
    'Create_job_webhooks_1700000030000',
    'job_webhooks',
    (text) => `
      job_id ${text(255)} NOT NULL,
      attempts INT NOT NULL,
      due_at BIGINT NOT NULL,
      PRIMARY KEY (job_id),
      KEY job_webhooks_by_due (due_at),
      CONSTRAINT job_webhooks_of FOREIGN KEY (job_id) REFERENCES jobs (id) ON DELETE CASCADE
    `,
  ),
  createTable(
    'Create_job_settlement_1700000030030',
    'job_settlement',
    () => `
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
    (text) => `
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
