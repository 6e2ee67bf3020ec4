import * as examples from './examples';

const asked = examples.action;

/** Summary and example of each change of a job cluster, for its address in v1 and for its older address. */
export const CLUSTER_CHANGES = {
  create: { summary: 'Create a job cluster', example: examples.cluster },
  update: { summary: 'Change a job cluster, with a new version', example: examples.changedCluster },
  delete: { summary: 'Delete a job cluster that has no active jobs', example: asked },
  updateArtifact: {
    summary: 'Give the cluster another artifact and version, and submit a job of it',
    example: { ...asked, version: '3', url: 'https://artifacts.example.org/visits-3.zip', skipsubmit: true },
  },
  updateSchedulingInfo: {
    summary: 'Give the cluster another version with the same artifact and other resources',
    example: { ...asked, version: '4', schedulingInfo: examples.schedulingRequest(2) },
  },
  updateSla: {
    summary: 'Change the number of jobs that run, and the cron that starts them',
    example: { ...asked, min: 0, max: 3 },
  },
  updateLabels: { summary: 'Replace the labels', example: { ...asked, labels: examples.labels } },
  updateMigration: {
    summary: 'Change how workers move to another agent cluster',
    example: { ...asked, migrationConfig: examples.migrationConfig },
  },
  enable: { summary: 'Take submissions again; SLA and cron are enforced', example: asked },
  disable: { summary: 'Take no submissions and end the running jobs', example: asked },
};
export type ClusterChange = keyof typeof CLUSTER_CHANGES;
