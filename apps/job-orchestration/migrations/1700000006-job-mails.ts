import { TABLE_OPTIONS, createTable, text } from './create-table';

/** Mails that are to be sent: a row is written with the end of its job and goes when the mail has gone. */
export const jobMailMigrations = [
  createTable(
    1700000006000,
    'job_mails',
    `CREATE TABLE job_mails (
      job_id ${text(255)} NOT NULL,
      attempts INT NOT NULL,
      due_at BIGINT NOT NULL,
      PRIMARY KEY (job_id),
      KEY job_mails_by_due (due_at),
      CONSTRAINT job_mails_of FOREIGN KEY (job_id) REFERENCES jobs (id) ON DELETE CASCADE
    ) ${TABLE_OPTIONS}`,
  ),
];
