import { instancesOf } from './instances-view';
import { simpleQueuesOf } from './simple-queues-view';
import { defineCollection, type CollectionDefinition, type CollectionSource } from './collection-definition';
import { listAt } from './list-at';

const recordings = (list: string): CollectionSource => ({ kind: 'files', documents: listAt(list) });

const jobsRegistry = (collection: string, list: string): CollectionSource => ({
  kind: 'registry',
  service: 'jobs',
  path: `/api/v3/${collection}`,
  list,
  pages: 'hal',
});

const INSTANCE_DATES = [
  'launchTime',
  'blockDeviceMappings.ebs.attachTime',
  'networkInterfaces.attachment.attachTime',
  'usageOperationUpdateTime',
];

/** Every collection that is served (resource-history-v2, Collection areas; reference: history, Collections). */
export const COLLECTIONS: readonly CollectionDefinition[] = [
  {
    name: 'cloud/addresses',
    source: recordings('addresses'),
    id: 'publicIp',
    provider: true,
  },
  {
    name: 'cloud/autoScalingGroups',
    source: recordings('autoScalingGroups'),
    id: 'autoScalingGroupName',
    created: 'createdTime',
    dates: ['createdTime'],
    provider: true,
  },
  {
    name: 'cloud/instances',
    source: recordings('reservations'),
    id: 'reservationId',
    dates: INSTANCE_DATES.map((path) => `instances.${path}`),
    provider: true,
  },
  {
    name: 'group/autoScalingGroups',
    source: { kind: 'group' as const, of: 'cloud/autoScalingGroups', members: 'view/instances' },
    id: 'name',
    created: 'start',
    dates: ['start', 'end', 'instances.launchTime', 'instances.start', 'instances.end'],
  },
  {
    name: 'view/instances',
    source: { kind: 'view' as const, of: 'cloud/instances', documents: instancesOf },
    id: 'instanceId',
    created: 'launchTime',
    dates: INSTANCE_DATES,
    provider: true,
  },
  {
    name: 'view/simpleQueues',
    source: { kind: 'files' as const, documents: simpleQueuesOf },
    id: 'name',
    created: 'attributes.CreatedTimestamp',
    insignificant: ['attributes.Approx*'],
  },
  {
    name: 'svc/applications',
    source: jobsRegistry('applications', 'applicationList'),
    id: 'id',
    created: 'created',
  },
  {
    name: 'svc/clusters',
    source: jobsRegistry('clusters', 'clusterList'),
    id: 'id',
    created: 'created',
  },
  {
    name: 'svc/commands',
    source: jobsRegistry('commands', 'commandList'),
    id: 'id',
    created: 'created',
  },
  {
    name: 'svc/jobClusters',
    source: {
      kind: 'registry' as const,
      service: 'streams' as const,
      path: '/api/v1/jobClusters',
      list: 'list',
      pages: 'none' as const,
    },
    id: 'name',
    // Submitting a job is no change of its cluster.
    insignificant: ['lastJobCount'],
  },
].map(defineCollection);
