import type { ServiceName } from '../api/config';
import type { Release } from '../api/use-release';
import { lazily, type Lazily } from '../design/lazily';

/** A screen: its address, and how the navigation shows it. */
export interface Screen {
  path: string;
  /** The service without which the screen does not exist. */
  service?: ServiceName;
  component: Lazily<object>;
  /** Words in the navigation; without them the screen is reached from others. */
  label?: string;
  group?: string;
  /** It has the field of a search once it is drawn, or once its tab of this name is. `/` leads from others to the first `true`. */
  search?: true | 'output';
  /** The first release of the job API with it. */
  since?: Release;
  /** The key after `g` that leads here. */
  key?: string;
}

const overview = lazily(async () => (await import('../screens/overview/overview')).default);
const jobs = lazily(async () => (await import('../screens/jobs/jobs')).default);
const job = lazily(async () => (await import('../screens/job/job')).default);
const submit = lazily(async () => (await import('../screens/submit/submit')).default);
const schedules = lazily(async () => (await import('../screens/schedules/schedules')).default);
const newSchedule = lazily(async () => (await import('../screens/schedule/schedule-editor')).NewSchedule);
const schedule = lazily(async () => (await import('../screens/schedule/schedule')).default);
const registry = lazily(async () => (await import('../screens/registry/registry')).default);
const newResource = lazily(async () => (await import('../screens/registry/resource-editor')).default);
const registryResource = lazily(async () => (await import('../screens/registry/registry-resource')).default);
const nodes = lazily(async () => (await import('../screens/nodes/nodes')).default);
const explorer = lazily(async () => (await import('../screens/explorer/explorer')).default);
const resource = lazily(async () => (await import('../screens/resource/resource')).default);
const changes = lazily(async () => (await import('../screens/changes/changes')).default);
const streams = lazily(async () => (await import('../screens/streams/streams')).default);
const stream = lazily(async () => (await import('../screens/stream/stream')).default);

/** All screens in the order of the navigation. */
export const SCREENS: readonly Screen[] = [
  { path: '/', component: overview, label: 'Overview', key: 'o' },
  {
    path: '/jobs',
    service: 'jobs',
    component: jobs,
    label: 'Jobs',
    group: 'Batch',
    key: 'j',
    search: true,
  },
  { path: '/submit', service: 'jobs', component: submit, label: 'Submit', group: 'Batch', key: 's' },
  {
    path: '/schedules',
    service: 'jobs',
    component: schedules,
    label: 'Schedules',
    group: 'Batch',
    key: 'd',
    since: '4.3',
    search: true,
  },
  {
    path: '/registry',
    service: 'jobs',
    component: registry,
    label: 'Registry',
    group: 'Batch',
    key: 'r',
    search: true,
  },
  { path: '/nodes', service: 'jobs', component: nodes, label: 'Nodes', group: 'Batch', key: 'n' },
  {
    path: '/explorer',
    service: 'history',
    component: explorer,
    label: 'Explorer',
    group: 'History',
    key: 'e',
    search: true,
  },
  {
    path: '/changes',
    service: 'history',
    component: changes,
    label: 'Changes',
    group: 'History',
    key: 'c',
    search: true,
  },
  {
    path: '/streams',
    service: 'streams',
    component: streams,
    label: 'Streams',
    group: 'Streaming',
    key: 't',
  },
  { path: '/schedules/new', service: 'jobs', component: newSchedule },
  { path: '/schedules/:id', service: 'jobs', component: schedule },
  { path: '/registry/:kind/new', service: 'jobs', component: newResource },
  { path: '/registry/:kind/:id', service: 'jobs', component: registryResource },
  { path: '/jobs/:id', service: 'jobs', component: job, search: 'output' },
  { path: '/explorer/:area/:collection/:id', service: 'history', component: resource },
  { path: '/streams/:jobId', service: 'streams', component: stream, search: 'output' },
];

/** Reports whether a release of the job API has a screen: undefined until the release is known. */
export const isScreenIn = (release: Release | undefined, { since }: Screen): boolean | undefined =>
  since === undefined || (release && release >= since);

/** Returns the screen at an address. */
export function screenAt(pathname: string): Screen | undefined {
  const segments = pathname.split('/');
  const isAt = (path: string): boolean => {
    const wanted = path.split('/');
    const isEqual = (one: string, index: number): boolean => one.startsWith(':') || one === segments[index];
    return wanted.length === segments.length && wanted.every(isEqual);
  };
  return SCREENS.find(({ path }) => isAt(path));
}
