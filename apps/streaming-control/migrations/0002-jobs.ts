import { LONG_TEXT, createTable, word } from '@portolan/service';

export const jobs = [
  // Jobs. sequence counts the changes of a job: it numbers the events, and streams follow it. jar_owner is the user who gave the
  // artifact's address, which may hold credentials; null in jobs of older releases: the job's user.
  createTable(
    'CreateJobs1790000000003',
    'jobs',
    (text) => `
      id ${text(300)} NOT NULL,
      cluster ${text(255)} NOT NULL,
      number BIGINT NOT NULL,
      user_name ${text(255)} NOT NULL,
      state ${word(32)} NOT NULL,
      submitted_at BIGINT NOT NULL,
      started_at BIGINT NOT NULL,
      terminated_at BIGINT NULL,
      version ${text(255)} NOT NULL,
      jar_url ${text(2048)} NOT NULL,
      sla ${LONG_TEXT} NOT NULL,
      unique_type ${text(512)} NULL,
      subscription_timeout_secs INT NOT NULL,
      heartbeat_interval_secs INT NOT NULL,
      worker_timeout_secs INT NOT NULL,
      parameters ${LONG_TEXT} NOT NULL,
      labels ${LONG_TEXT} NOT NULL,
      migration_config ${LONG_TEXT} NOT NULL,
      next_worker_number INT NOT NULL,
      sequence BIGINT NOT NULL,
      end_reason ${text(1024)} NULL,
      jar_owner ${text(255)} NULL,
      PRIMARY KEY (id),
      UNIQUE KEY jobs_by_cluster (cluster, number),
      KEY jobs_by_state (state, submitted_at),
      KEY jobs_by_cluster_state (cluster, state)`,
  ),
  // Stages of jobs with their current number of workers.
  createTable(
    'CreateJobStages1790000000004',
    'job_stages',
    (text) => `
      job_id ${text(300)} NOT NULL,
      stage_num INT NOT NULL,
      num_workers INT NOT NULL,
      definition ${LONG_TEXT} NOT NULL,
      PRIMARY KEY (job_id, stage_num)`,
  ),
  // Workers. current_index repeats worker_index while the worker is the current one of its index and is NULL afterwards:
  // the unique key lets an index have one current worker only. unsubscribed_since is the time since which a sink worker has had no
  // subscriber; it determines the end of Transient jobs.
  createTable(
    'CreateWorkers1790000000005',
    'workers',
    (text) => `
      job_id ${text(300)} NOT NULL,
      worker_number INT NOT NULL,
      worker_index INT NOT NULL,
      current_index INT NULL,
      stage_num INT NOT NULL,
      state ${word(16)} NOT NULL,
      launch_id ${word(64)} NULL,
      launch_after BIGINT NOT NULL,
      agent_cluster ${word(128)} NOT NULL,
      host ${text(255)} NULL,
      node_id ${word(64)} NULL,
      ports ${LONG_TEXT} NULL,
      accepted_at BIGINT NOT NULL,
      launched_at BIGINT NULL,
      starting_at BIGINT NULL,
      started_at BIGINT NULL,
      completed_at BIGINT NULL,
      last_heartbeat_at BIGINT NULL,
      reason ${word(16)} NOT NULL,
      resubmit_of INT NOT NULL,
      resubmit_cause ${word(16)} NULL,
      resubmit_delay_ms INT NOT NULL,
      total_resubmit_count INT NOT NULL,
      unsubscribed_since BIGINT NULL,
      PRIMARY KEY (job_id, worker_number),
      UNIQUE KEY workers_current (job_id, stage_num, current_index),
      UNIQUE KEY workers_by_launch (launch_id),
      KEY workers_by_state (state, launch_after),
      KEY workers_by_heartbeat (state, last_heartbeat_at),
      KEY workers_by_host (host, state)`,
  ),
  // The events of a job, numbered by its own sequence: the job status stream.
  createTable(
    'CreateJobEvents1790000000006',
    'job_events',
    (text) => `
      job_id ${text(300)} NOT NULL,
      sequence BIGINT NOT NULL,
      event ${LONG_TEXT} NOT NULL,
      PRIMARY KEY (job_id, sequence)`,
  ),
];
