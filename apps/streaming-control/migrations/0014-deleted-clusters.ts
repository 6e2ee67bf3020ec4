import { createTable } from '@portolan/service';

export const deletedClusters = [
  // The number of the newest job of each deleted cluster: a cluster of the same name continues from it (V1-CLUSTER-26).
  createTable(
    'CreateDeletedClusters1790000000052',
    'deleted_clusters',
    (text) => `
      name ${text(255)} NOT NULL,
      last_job_count BIGINT NOT NULL,
      PRIMARY KEY (name)`,
  ),
];
