import { lazy, type ComponentType } from 'react';
import type { ServiceName } from '../api/config';

/** A screen: its address, and how the navigation shows it. */
export interface Screen {
  path: string;
  /** The service without which the screen does not exist. */
  service?: ServiceName;
  component: ComponentType;
  /** Words in the navigation; without them the screen is reached from others. */
  label?: string;
  group?: string;
  /** The key after `g` that leads here. */
  key?: string;
}

const overview = lazy(() => import('../screens/overview/overview'));
const jobs = lazy(() => import('../screens/jobs/jobs'));
const job = lazy(() => import('../screens/job/job'));
const submit = lazy(() => import('../screens/submit/submit'));
const schedules = lazy(() => import('../screens/schedules/schedules'));
const newSchedule = lazy(() => import('../screens/schedule/new-schedule'));
const schedule = lazy(() => import('../screens/schedule/schedule'));
const registry = lazy(() => import('../screens/registry/registry'));
const newResource = lazy(() => import('../screens/registry/resource-editor'));
const registryResource = lazy(() => import('../screens/registry/registry-resource'));
const nodes = lazy(() => import('../screens/nodes/nodes'));
const explorer = lazy(() => import('../screens/explorer/explorer'));
const resource = lazy(() => import('../screens/resource/resource'));
const changes = lazy(() => import('../screens/changes/changes'));
const streams = lazy(() => import('../screens/streams/streams'));
const stream = lazy(() => import('../screens/stream/stream'));

/** All screens in the order of the navigation. */
export const SCREENS: readonly Screen[] = [
  { path: '/', component: overview, label: 'Overview', key: 'o' },
  { path: '/jobs', service: 'jobs', component: jobs, label: 'Jobs', group: 'Batch', key: 'j' },
  { path: '/submit', service: 'jobs', component: submit, label: 'Submit', group: 'Batch', key: 's' },
  {
    path: '/schedules',
    service: 'jobs',
    component: schedules,
    label: 'Schedules',
    group: 'Batch',
    key: 'd',
  },
  { path: '/registry', service: 'jobs', component: registry, label: 'Registry', group: 'Batch', key: 'r' },
  { path: '/nodes', service: 'jobs', component: nodes, label: 'Nodes', group: 'Batch', key: 'n' },
  {
    path: '/explorer',
    service: 'history',
    component: explorer,
    label: 'Explorer',
    group: 'History',
    key: 'e',
  },
  { path: '/changes', service: 'history', component: changes, label: 'Changes', group: 'History', key: 'c' },
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
  { path: '/jobs/:id', service: 'jobs', component: job },
  { path: '/explorer/:area/:collection/:id', service: 'history', component: resource },
  { path: '/streams/:jobId', service: 'streams', component: stream },
];
