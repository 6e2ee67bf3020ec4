import { folded } from '@portolan/service';

/** Migrations whose effect is part of the tables above. */
export const foldedChanges = folded("table_name = 'jobs' AND column_name = 'jar_owner'", [
  'AddWorkerSubscriptions1790000000011',
  'IndexWorkersByHost1790000000013',
  'ShareLaunchesFairly1790000000020',
  'OrderLaunchesByTurn1790000000021',
  'Exact_texts_1790000000031',
  'KeepJobsOfDisabledClusters1790000000041',
  'ArtifactOwnerOfJobs1790000000042',
]);
