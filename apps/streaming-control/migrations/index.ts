import { CreateClusters } from './1790000000001-create-clusters';
import { CreateClusterVersions } from './1790000000002-create-cluster-versions';
import { CreateJobs } from './1790000000003-create-jobs';
import { CreateJobStages } from './1790000000004-create-job-stages';
import { CreateWorkers } from './1790000000005-create-workers';
import { CreateJobEvents } from './1790000000006-create-job-events';
import { CreateCronFires } from './1790000000007-create-cron-fires';
import { CreateLaunches } from './1790000000008-create-launches';
import { CreateNodeLeases } from './1790000000009-create-node-leases';
import { CreatePlatformSettings } from './1790000000010-create-platform-settings';
import { AddWorkerSubscriptions } from './1790000000011-add-worker-subscriptions';
import { CreatePlacementHosts } from './1790000000012-create-placement-hosts';
import { IndexWorkersByHost } from './1790000000013-index-workers-by-host';
import { ShareLaunchesFairly } from './1790000000020-share-launches-fairly';
import { OrderLaunchesByTurn } from './1790000000021-order-launches-by-turn';
import { exactTexts } from './1790000000030-exact-texts';
import { KeepJobsOfDisabledClusters } from './1790000000041-keep-jobs-of-disabled-clusters';

/** In the order in which they are carried out. */
export const MIGRATIONS = [
  CreateClusters,
  CreateClusterVersions,
  CreateJobs,
  CreateJobStages,
  CreateWorkers,
  CreateJobEvents,
  CreateCronFires,
  CreateLaunches,
  CreateNodeLeases,
  CreatePlatformSettings,
  AddWorkerSubscriptions,
  CreatePlacementHosts,
  IndexWorkersByHost,
  ShareLaunchesFairly,
  OrderLaunchesByTurn,
  ...exactTexts,
  KeepJobsOfDisabledClusters,
] as const;
