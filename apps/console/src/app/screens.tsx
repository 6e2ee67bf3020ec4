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
  { path: '/jobs/:id', service: 'jobs', component: job },
  { path: '/explorer/:area/:collection/:id', service: 'history', component: resource },
  { path: '/streams/:jobId', service: 'streams', component: stream },
];
