import { LONG_TEXT, createTable, text, word } from '@portolan/service';

export const clusters = [
  // Job clusters, one row each; columns that change with a version are in cluster_versions.
  createTable(
    'CreateClusters1790000000001',
    'clusters',
    `
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
      PRIMARY KEY (name)`,
  ),
  // All versions of clusters: artifact and scheduling information.
  createTable(
    'CreateClusterVersions1790000000002',
    'cluster_versions',
    `
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
