import { registry } from './0001-registry';
import { launches } from './0002-launches';
import { jobs } from './0003-jobs';
import { nodes } from './0005-nodes';
import { jobMails } from './0006-job-mails';
import { jobAdditions } from './0008-job-additions';
import { foldedChanges } from './0011-folded';
import { schedules } from './0013-schedules';
import { jobDependencies } from './0014-job-dependencies';
import { jobArrays } from './0016-job-arrays';
import { jobPriority } from './0017-job-priority';
import { limitedUsers } from './0018-limited-users';
import { jobNodes } from './0019-job-nodes';

/** Every migration, oldest first; some numbers do not exist. Never edit one that a release has carried out: add another. */
export const migrations = [
  ...registry,
  ...launches,
  ...jobs,
  ...nodes,
  ...jobMails,
  ...jobAdditions,
  ...foldedChanges,
  ...schedules,
  ...jobDependencies,
  ...jobArrays,
  ...jobPriority,
  ...limitedUsers,
  ...jobNodes,
];
