import { createTable, word } from '@portolan/service';

export const jobDependencies = [
  // Jobs that wait without a launch. `seq` is their locking order (docs/decisions/job-graph.md).
  createTable(
    'Create_job_waits_1700000140000',
    'job_waits',
    (text) => `
      seq BIGINT NOT NULL AUTO_INCREMENT,
      job_id ${text(255)} NOT NULL,
      reason ${word(16)} NOT NULL,
      due_at BIGINT NULL,
      PRIMARY KEY (seq),
      UNIQUE KEY job_waits_of (job_id),
      KEY job_waits_by_reason (reason, due_at),
      CONSTRAINT job_waits_of FOREIGN KEY (job_id) REFERENCES jobs (id) ON DELETE CASCADE
    `,
  ),
  // The dependencies of a job are kept after its end, and after retention has deleted the jobs that it depended on.
  createTable(
    'Create_job_dependencies_1700000140010',
    'job_dependencies',
    (text) => `
      job_id ${text(255)} NOT NULL,
      position INT NOT NULL,
      depends_on ${text(255)} NOT NULL,
      met_by ${word(16)} NOT NULL,
      ended_as ${word(16)} NULL,
      PRIMARY KEY (job_id, position),
      KEY job_dependencies_by_target (depends_on, ended_as, job_id),
      CONSTRAINT job_dependencies_of FOREIGN KEY (job_id) REFERENCES jobs (id) ON DELETE CASCADE
    `,
  ),
  // Ended jobs with dependents that wait for their release.
  createTable(
    'Create_job_releases_1700000140020',
    'job_releases',
    (text) => `
      job_id ${text(255)} NOT NULL,
      due_at BIGINT NOT NULL,
      PRIMARY KEY (job_id),
      KEY job_releases_by_due (due_at)
    `,
  ),
];
