import { clusters } from './0001-clusters';
import { jobs } from './0002-jobs';
import { cronFires } from './0003-cron-fires';
import { launches } from './0004-launches';
import { platformSettings } from './0005-platform-settings';
import { workerSubscriptions } from './0006-worker-subscriptions';
import { placement } from './0007-placement';
import { fairLaunches } from './0008-fair-launches';
import { exactTexts } from './0009-exact-texts';
import { keptJobs } from './0010-kept-jobs';
import { artifactOwner } from './0011-artifact-owner';
import { ownOrder } from './0012-own-order';

/** Every migration, oldest first. Never edit one that a release has carried out: add another. */
export const migrations = [
  ...clusters,
  ...jobs,
  ...cronFires,
  ...launches,
  ...platformSettings,
  ...workerSubscriptions,
  ...placement,
  ...fairLaunches,
  ...exactTexts,
  ...keptJobs,
  ...artifactOwner,
  ...ownOrder,
];
