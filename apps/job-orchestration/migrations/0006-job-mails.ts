import { createTable } from '@portolan/service';

/** Unsent mails: a row is inserted with the end of its job and deleted when the mail is sent or given up. */
export const jobMails = [
  createTable(
    'Create_job_mails_1700000006000',
    'job_mails',
    (text) => `
      job_id ${text(255)} NOT NULL,
      attempts INT NOT NULL,
      due_at BIGINT NOT NULL,
      PRIMARY KEY (job_id),
      KEY job_mails_by_due (due_at),
      CONSTRAINT job_mails_of FOREIGN KEY (job_id) REFERENCES jobs (id) ON DELETE CASCADE
    `,
  ),
];
