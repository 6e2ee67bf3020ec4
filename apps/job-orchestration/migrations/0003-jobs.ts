import { LONG_TEXT, createTable, word } from '@portolan/service';

/**
 * Jobs keep the cluster and the command that they ran with: the foreign keys refuse to delete
 * a resource that a stored job used (V3-CLUSTER-6). `settled_in` is the settlement batch of a finished job; jobs of a batch do not
 * change any more. Every search filter has an index, newest first; the index on `updated` also contains the columns of cheap
 * filters, so that its scan reads no rows.
 */
export const jobs = [
  createTable(
    'Create_jobs_1700000003000',
    'jobs',
    (text) => `
      id ${text(255)} NOT NULL,
      created BIGINT NOT NULL,
      updated BIGINT NOT NULL,
      name ${text(255)} NOT NULL,
      user ${text(255)} NOT NULL,
      version ${text(255)} NOT NULL,
      status ${word(16)} NOT NULL,
      status_msg ${text(255)} NULL,
      started BIGINT NULL,
      finished BIGINT NULL,
      cluster_id ${text(255)} NULL,
      cluster_name ${text(255)} NULL,
      command_id ${text(255)} NULL,
      command_name ${text(255)} NULL,
      \`grouping\` ${text(255)} NULL,
      grouping_instance ${text(255)} NULL,
      request ${LONG_TEXT} NOT NULL,
      selection ${LONG_TEXT} NULL,
      runtime ${LONG_TEXT} NULL,
      timeout_seconds BIGINT NULL,
      archive_status ${word(16)} NOT NULL,
      archive_location ${text(1024)} NULL,
      launch_id ${word(64)} NULL,
      kill_requested_at BIGINT NULL,
      host_name ${text(1024)} NULL,
      process_id BIGINT NULL,
      exit_code INT NULL,
      std_out_size BIGINT NULL,
      std_err_size BIGINT NULL,
      client_host ${text(255)} NULL,
      user_agent ${text(2048)} NULL,
      attachments ${LONG_TEXT} NULL,
      history ${LONG_TEXT} NULL,
      settled_in BIGINT NULL,
      client_headers ${LONG_TEXT} NULL,
      PRIMARY KEY (id),
      KEY jobs_by_updated (updated, id, started, finished, status),
      KEY jobs_by_created (created, id),
      KEY jobs_by_status (status, updated),
      KEY jobs_by_user (user, updated),
      KEY jobs_by_user_status (user, status, updated),
      KEY jobs_by_name (name, updated),
      KEY jobs_by_started (started, updated),
      KEY jobs_by_finished (finished, updated),
      KEY jobs_by_cluster (cluster_id, updated),
      KEY jobs_by_cluster_name (cluster_name, updated),
      KEY jobs_by_command (command_id, updated),
      KEY jobs_by_command_name (command_name, updated),
      KEY jobs_by_grouping (\`grouping\`, updated),
      KEY jobs_by_grouping_instance (grouping_instance, updated),
      KEY jobs_by_kill (kill_requested_at, status),
      KEY jobs_by_settled_in (settled_in, status),
      CONSTRAINT jobs_cluster FOREIGN KEY (cluster_id) REFERENCES clusters (id),
      CONSTRAINT jobs_command FOREIGN KEY (command_id) REFERENCES commands (id)
    `,
  ),
  createTable(
    'Create_job_tags_1700000003010',
    'job_tags',
    (text) => `
      job_id ${text(255)} NOT NULL,
      tag ${text(255)} NOT NULL,
      updated BIGINT NOT NULL DEFAULT 0,
      PRIMARY KEY (job_id, tag),
      KEY job_tags_by_tag (tag, updated, job_id),
      CONSTRAINT job_tags_of FOREIGN KEY (job_id) REFERENCES jobs (id) ON DELETE CASCADE
    `,
  ),
  createTable(
    'Create_job_applications_1700000003020',
    'job_applications',
    (text) => `
      job_id ${text(255)} NOT NULL,
      position INT NOT NULL,
      application_id ${text(255)} NOT NULL,
      PRIMARY KEY (job_id, position),
      KEY job_applications_by_application (application_id),
      CONSTRAINT job_applications_of FOREIGN KEY (job_id) REFERENCES jobs (id) ON DELETE CASCADE,
      CONSTRAINT job_applications_to FOREIGN KEY (application_id) REFERENCES applications (id)
    `,
  ),
];
