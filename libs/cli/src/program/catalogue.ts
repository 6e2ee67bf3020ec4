import type { RegisterGroup } from '../session/portolan-command.ts';

/** A group of commands whose code is loaded when it is called. */
export interface Group {
  name: string;
  about: string;
  load: () => Promise<{ register: RegisterGroup }>;
}

/** The groups, in the order of the help. */
export const GROUPS: readonly Group[] = [
  {
    name: 'job',
    about: 'Submit jobs, follow them, get their files, explain them',
    load: () => import('../commands/job/group.ts'),
  },
  {
    name: 'array',
    about: 'Show the progress of an array of jobs, rerun its failed elements',
    load: () => import('../commands/array/group.ts'),
  },
  {
    name: 'schedule',
    about: 'Run jobs at given times',
    load: () => import('../commands/schedule/group.ts'),
  },
  {
    name: 'cluster',
    about: 'Register clusters of job orchestration',
    load: () => import('../commands/cluster/group.ts'),
  },
  {
    name: 'command',
    about: 'Register commands of job orchestration',
    load: () => import('../commands/command/group.ts'),
  },
  {
    name: 'application',
    about: 'Register applications that commands need',
    load: () => import('../commands/application/group.ts'),
  },
  {
    name: 'node',
    about: 'See and drain the nodes that run work',
    load: () => import('../commands/node/group.ts'),
  },
  {
    name: 'history',
    about: 'Query what your cloud looked like at any time',
    load: () => import('../commands/history/group.ts'),
  },
  {
    name: 'stream',
    about: 'Run streaming jobs and read their output',
    load: () => import('../commands/stream/group.ts'),
  },
  {
    name: 'context',
    about: 'Choose an installation and log in',
    load: () => import('../commands/context/group.ts'),
  },
  {
    name: 'dev',
    about: 'Run the whole system on this machine',
    load: () => import('../commands/dev/group.ts'),
  },
  {
    name: 'completion',
    about: 'Complete commands, ids and names in your shell',
    load: () => import('../commands/completion/group.ts'),
  },
];
