import { LONG_TEXT, createTable, word } from '@portolan/service';

export const clusters = [
  // Job clusters, one row each; columns that change with a version are in cluster_versions. keeps_jobs marks clusters that an
  // invalid cron spec disabled: their jobs continue, unlike those of clusters that a user disabled.
  createTable(
    'CreateClusters1790000000001',
    'clusters',
    (text) => `
      name ${text(255)} NOT NULL,
      user_name ${text(255)} NOT NULL,
      owner ${LONG_TEXT} NOT NULL,
      parameters ${LONG_TEXT} NOT NULL,
      labels ${LONG_TEXT} NOT NULL,
      migration_config ${LONG_TEXT} NOT NULL,
      is_ready_for_job_master TINYINT NOT NULL,
      sla_min INT NOT NULL,
      sla_max INT NOT NULL,
      cron_spec ${text(512)} NULL,
      cron_policy ${word(16)} NULL,
      disabled TINYINT NOT NULL,
      last_job_count BIGINT NOT NULL,
      latest_version_number INT NOT NULL,
      created_at BIGINT NOT NULL,
      keeps_jobs TINYINT NOT NULL DEFAULT 0,
      PRIMARY KEY (name)`,
  ),
  // All versions of clusters: artifact and scheduling information.
  createTable(
    'CreateClusterVersions1790000000002',
    'cluster_versions',
    (text) => `
      cluster ${text(255)} NOT NULL,
      number INT NOT NULL,
      version ${text(255)} NOT NULL,
      url ${text(2048)} NOT NULL,
      uploaded_at BIGINT NOT NULL,
      scheduling_info ${LONG_TEXT} NOT NULL,
      PRIMARY KEY (cluster, number),
      UNIQUE KEY cluster_versions_unique (cluster, version)`,
  ),
];
