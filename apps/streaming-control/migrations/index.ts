import { clusters } from './0001-clusters';
import { jobs } from './0002-jobs';
import { cronFires } from './0003-cron-fires';
import { launches } from './0004-launches';
import { platformSettings } from './0005-platform-settings';
import { placement } from './0007-placement';
import { foldedChanges } from './0011-folded';
import { ownOrder } from './0012-own-order';
import { workerCauses } from './0013-worker-causes';

/** Every migration, oldest first; some numbers do not exist. Never edit one that a release has carried out: add another. */
export const migrations = [
  ...clusters,
  ...jobs,
  ...cronFires,
  ...launches,
  ...platformSettings,
  ...placement,
  ...foldedChanges,
  ...ownOrder,
  ...workerCauses,
];
