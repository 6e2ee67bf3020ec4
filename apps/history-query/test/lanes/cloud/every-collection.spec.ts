import { AWS_ROWS } from '../../../src/catalogue/aws-rows';
import type { StatusAnswer } from '../../../src/status/status.dto';
import type { HistoryClient } from '../../support/history-client';
import { TestAccount, crawled, served, startCrawling } from './support/cloud';
import { fill } from './support/contents';

/** The emulator does not know the calls of these; it answers with an error page. */
const UNKNOWN = 'cloud/reservedInstances';
const ALL_UNKNOWN: readonly string[] = [UNKNOWN, 'cloud/trailEvents'];

/** The account is in the region of global services, whose one trail has all events. */
const ROWS = AWS_ROWS.filter(({ name }) => name !== 'cloud/globalTrailEvents');

/** The groups of the emulator have no activities. */
const EMPTY = 'cloud/scalingActivities';

type Document = Record<string, unknown>;

describe('every collection of a cloud', () => {
  const account = new TestAccount();
  let history: HistoryClient;

  const documents = async (collection: string): Promise<Document[]> =>
    (await history.json(`${collection};_expand`)) as Document[];
  const only = async (collection: string): Promise<Document> => {
    const [document, another] = await documents(collection);
    if (!document || another) throw new Error(`${collection} does not have one document`);
    return document;
  };

  beforeAll(async () => {
    await fill(account);
    history = await startCrawling([account.entry()]);
    const known = ROWS.map(({ name }) => name).filter((name) => !ALL_UNKNOWN.includes(name));
    await crawled(history, [...known, 'view/instances', 'group/autoScalingGroups']);
  });
  afterAll(async () => {
    await history.service.stop();
    account.close();
  });

  it('[V2-CRAWL-10] is crawled completely', async () => {
    const { collections } = (await history.json('status')) as StatusAnswer;
    const cloud = collections.filter(({ source }) => source !== 'registry');
    expect(cloud).toHaveLength(ROWS.length + 2);
    const empty = cloud.filter(({ documents: count }) => count === 0).map(({ collection }) => collection);
    expect(empty.sort()).toEqual([...ALL_UNKNOWN, EMPTY].sort());
    const failing = cloud.filter(({ degraded }) => degraded).map(({ collection }) => collection);
    expect(failing.filter((name) => !ALL_UNKNOWN.includes(name))).toEqual([]);
  });

  it('[V2-CRAWL-2] reports the fault of a failed call in status and metrics', async () => {
    const status = await served(
      'the failed call is told',
      () => history.status(UNKNOWN),
      ({ degraded }) => degraded,
    );
    expect(status).toMatchObject({ documents: 0, lastCrawl: null });
    expect(status.error).toContain('DescribeReservedInstances: ');
    const metrics = await (await fetch(`${history.service.url}/metrics`)).text();
    expect(metrics).toContain(`history_collection_degraded{collection="${UNKNOWN}"} 1`);
    expect(metrics).toContain('history_collection_degraded{collection="cloud/vpcs"} 0');
  });

  it('[V2-AREA-1] has the ids and fields that clients know, with the provider alias, too', async () => {
    expect(await only('aws/alarms')).toMatchObject({ alarmName: 'cpu', threshold: 80 });
    expect(await only('cloud/buckets')).toMatchObject({ name: `files-${account.number}` });
    expect(await only('cloud/cacheClusters')).toMatchObject({ cacheClusterId: 'sessions', engine: 'redis' });
    expect((await history.ids('cloud/launchConfigurations')).sort()).toEqual(['api-1', 'web-1']);
    expect(await only('cloud/databaseSubnets')).toMatchObject({ DBSubnetGroupName: 'private' });
    expect(await only('cloud/targetGroups')).toMatchObject({ targetGroupName: 'web', port: 80 });
    expect(await only('cloud/iamRoles')).toMatchObject({ roleName: 'reader' });
    expect(await history.ids('cloud/subnets;defaultForAz=true')).toHaveLength(6);
    const [image] = await documents('cloud/images;name=base');
    expect(image).toMatchObject({ public: false, ownerId: account.number });
  });

  it('[V2-CRAWL-10] joins the responses of several calls', async () => {
    const owner = { key: 'owner', value: 'shop', owner: 'shop' };
    expect(await only('cloud/databases')).toMatchObject({
      DBInstanceIdentifier: 'shop',
      arn: expect.stringContaining(':db:shop') as string,
      tags: [owner],
    });
    expect(await only('cloud/loadBalancers')).toMatchObject({
      loadBalancerName: 'storefront',
      tags: [owner],
    });
    expect(await only('cloud/loadBalancersV2')).toMatchObject({
      loadBalancerName: 'front',
      listeners: [{ port: 80, protocol: 'HTTP' }],
    });
    expect(await only('cloud/stacks')).toMatchObject({
      stackName: 'queues',
      resources: [{ logicalResourceId: 'Mail', resourceType: 'AWS::SQS::Queue' }],
    });
    expect(await only('cloud/iamUsers')).toMatchObject({
      name: 'alice',
      attributes: { userName: 'alice' },
      groups: ['ops'],
      accessKeys: [{ userName: 'alice', status: 'Active' }],
      userPolicies: ['read'],
    });
    expect(await only('cloud/iamGroups')).toMatchObject({ name: 'ops', policies: ['read'] });
    const policy = await history.json('cloud/iamPolicies/read-files');
    expect(policy).toMatchObject({ policyName: 'read-files', defaultDocument: expect.any(String) as string });
    expect(decodeURIComponent((policy as { defaultDocument: string }).defaultDocument)).toContain(
      's3:GetObject',
    );
    expect(await history.json('view/simpleQueues/orders')).toMatchObject({
      name: 'orders',
      attributes: { VisibilityTimeout: '30' },
    });
  });

  it('[V2-CRAWL-10] distinguishes objects of one name', async () => {
    const records = await history.ids('cloud/hostedRecords;name=www.example.com.');
    expect(new Set(records).size).toBe(4);
    expect(records.map((id) => id.split('|')[1]).sort()).toEqual(['A', 'A', 'TXT', 'TXT']);
    const zones = await history.ids('cloud/hostedZones');
    expect(zones).toHaveLength(2);
    expect(zones).toContain('example.com.');
    // The emulator itself keeps one of them only.
    expect(await history.ids('cloud/scalingPolicies')).toEqual(['scale-out|api']);
    expect(await history.ids('cloud/tags;key=owner')).toEqual([
      expect.stringMatching(/^owner\|instance\|i-/) as string,
    ]);
    expect(await history.ids('cloud/iamVirtualMFADevices')).toEqual(['phone']);
  });

  it('identifies scheduled actions by group where the response has no ARN', async () => {
    expect(await history.json('cloud/scheduledActions/night%7Cweb')).toMatchObject({
      scheduledActionName: 'night',
      startTime: Date.parse('2099-01-01T00:00:00Z'),
    });
  });

  it('[V2-META-4] takes the creation time from the document', async () => {
    for (const [collection, field] of [
      ['cloud/volumes', 'createTime'],
      ['cloud/autoScalingGroups', 'createdTime'],
      ['cloud/iamRoles', 'createDate'],
      ['view/instances', 'launchTime'],
    ]) {
      const [record] = (await history.json(`${collection};_meta;_limit=1`)) as {
        ctime: number;
        data: Document;
      }[];
      expect(record?.ctime).toBe(record?.data[field ?? '']);
    }
    const pretty = await (await history.fetch('cloud/volumes;_pp;_expand;_limit=1:(createTime)')).text();
    expect(pretty).toMatch(/"createTime" : "\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/);
  });
});
