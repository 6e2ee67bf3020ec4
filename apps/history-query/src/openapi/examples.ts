export const instance = {
  imageId: 'ami-0b1c2d3e',
  instanceId: 'i-0db000001',
  launchTime: 1_772_402_400_000,
  privateIpAddress: '10.20.0.81',
  state: { code: 16, name: 'running' },
  tags: [{ key: 'Name', value: 'web-1' }],
};

export const revision = {
  _id: 'i-0db000001|1772406000000',
  ctime: 1_772_402_400_000,
  data: instance,
  ftime: 1_772_402_460_000,
  id: 'i-0db000001',
  ltime: null,
  mtime: 1_772_406_000_000,
  stime: 1_772_406_000_000,
  tags: {},
};

export const revisionWithEvents = {
  ...revision,
  who: [
    {
      eventId: 'a1b20001-0c10-4d00-8000-000000000001',
      eventName: 'CreateTags',
      eventSource: 'ec2.amazonaws.com',
      eventTime: 1_772_405_982_000,
      resources: [{ resourceName: 'i-0db000001', resourceType: 'AWS::EC2::Instance' }],
      username: 'operations',
    },
  ],
};

export const status = {
  collections: [
    {
      collection: 'view/instances',
      source: 'view',
      crawled: true,
      lastCrawl: 1_772_406_000_000,
      lastAttempt: 1_772_406_000_000,
      degraded: false,
      error: null,
      documents: 412,
      served: 412,
      changeSeq: 9120,
      trail: 'cloud/trailEvents',
    },
  ],
};

export const diff =
  '--- /api/v2/view/instances/i-0db000001;_pp;_at=1772402400000\n' +
  '+++ /api/v2/view/instances/i-0db000001;_pp;_at=1772406000000\n' +
  '@@ -12,3 +12,3 @@\n   "state" : {\n-    "name" : "pending"\n+    "name" : "running"\n';

export const patch = [{ op: 'replace', path: '/state/name', value: 'running' }];

export const change = {
  ctime: 1_772_402_400_000,
  ftime: 1_772_402_460_000,
  id: 'i-0db000001',
  kind: 'changed',
  ltime: null,
  mtime: 1_772_406_000_000,
  patch,
  stime: 1_772_406_000_000,
};
