import { createTable } from '@portolan/service';

export const cronFires = [
  // One row per fire of a cluster's cron spec: the replica that inserts it handles the fire.
  createTable(
    'CreateCronFires1790000000007',
    'cron_fires',
    (text) => `
      cluster ${text(255)} NOT NULL,
      fire_at BIGINT NOT NULL,
      fired_at BIGINT NOT NULL,
      outcome ${text(300)} NULL,
      PRIMARY KEY (cluster, fire_at)`,
  ),
];
