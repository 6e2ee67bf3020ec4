import { CreateTagsCommand, RunInstancesCommand } from '@aws-sdk/client-ec2';
import { CreateUserCommand } from '@aws-sdk/client-iam';
import { CreateQueueCommand, DeleteQueueCommand } from '@aws-sdk/client-sqs';
import type { HistoryClient } from '../../support/history-client';
import { TestAccount, crawled, served, startCrawling } from './support/cloud';
import { IMAGE, fillGroup } from './support/contents';

const CRAWLED = ['cloud/instances', 'cloud/autoScalingGroups', 'cloud/iamUsers', 'view/simpleQueues'];

describe('several accounts', () => {
  const prod = new TestAccount();
  const test = new TestAccount('eu-west-1');
  let history: HistoryClient;
  /** The instances of each account. */
  let machines: { prod: string; test: string };

  const run = async ({ ec2 }: TestAccount): Promise<string> => {
    const { Instances: [instance] = [] } = await ec2.send(
      new RunInstancesCommand({ ImageId: IMAGE, InstanceType: 't3.micro', MinCount: 1, MaxCount: 1 }),
    );
    return instance?.InstanceId ?? '';
  };

  beforeAll(async () => {
    machines = { prod: await run(prod), test: await run(test) };
    for (const account of [prod, test]) {
      await account.sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
      await account.iam.send(new CreateUserCommand({ UserName: 'alice' }));
    }
    await fillGroup(test, 'web', 1);
    history = await startCrawling(
      // The third entry reads another region with the credentials of the first.
      [prod.entry('prod.us-east-1'), test.entry('test'), `prod.eu@eu-central-1=${prod.role}`],
      CRAWLED,
    );
    const views = [...CRAWLED, 'view/instances', 'group/autoScalingGroups'];
    await crawled(
      history,
      ['prod.us-east-1', 'test'].flatMap((name) => views.map((view) => `${name}.${view}`)),
    );
  });
  afterAll(async () => {
    await history.service.stop();
    prod.close();
    test.close();
  });

  it('[V2-CRAWL-14] show together, and each by itself', async () => {
    const all = await history.ids('view/instances');
    expect(all).toEqual(expect.arrayContaining([machines.prod, machines.test]));
    expect(await history.ids('prod.us-east-1.view/instances')).toEqual([machines.prod]);
    expect(await history.ids('prod/us-east-1/view/instances')).toEqual([machines.prod]);
    expect(await history.ids('test.view.instances')).toContain(machines.test);
    expect(await history.ids('test/aws/instances')).toHaveLength(2);
    expect(await history.ids(`view/instances;instanceId=${machines.prod}`)).toEqual([machines.prod]);
    expect(await history.ids('view/instances;_limit=1')).toHaveLength(1);
    expect(await history.ids('view/instances;_live')).toEqual(all);
    expect(await history.ids('view/instances;_since=0')).toEqual(all);
    expect(await history.json('group/autoScalingGroups/web')).toMatchObject({ name: 'web' });
  });

  it('[V2-CRAWL-14] have documents of one id each', async () => {
    const queues = (await history.json('view/simpleQueues;_expand')) as { url: string }[];
    expect(queues.map(({ url }) => url.split('/').at(-2)).sort()).toEqual([prod.number, test.number].sort());
    const newest = (await history.json('view/simpleQueues;_meta')) as { stime: number }[];
    expect((await history.json('view/simpleQueues/orders;_meta')) as object).toEqual(newest[0]);
    expect(await history.json('test/view/simpleQueues/orders')).toMatchObject({
      url: expect.stringContaining(test.number) as string,
    });
    expect(await history.ids('cloud/iamUsers')).toEqual(['alice', 'alice']);
  });

  it('[V2-CRAWL-14] read global resources once', async () => {
    expect((await history.error('prod.eu.cloud/iamUsers')).status).toBe(400);
    expect((await history.error('prod.eu.cloud/instances/nope')).status).toBe(404);
  });

  it('[V2-CRAWL-14] compare only revisions of one account', async () => {
    await test.ec2.send(
      new CreateTagsCommand({ Resources: [machines.test], Tags: [{ Key: 'owner', Value: 'qa' }] }),
    );
    await served(
      'the tag',
      () => history.ids('view/instances;tags.owner=qa'),
      ([id]) => id === machines.test,
    );
    const diff = await (await history.fetch(`view/instances/${machines.test};_all;_diff=0`)).text();
    expect(diff).toContain('"owner" : "qa"');
  });

  it('[V2-ERR-2] [V2-ERR-3] distinguish documents deleted from one of them and unknown to all', async () => {
    const { QueueUrl } = await test.sqs.send(new CreateQueueCommand({ QueueName: 'short' }));
    await served(
      'it is there',
      () => history.ids('view/simpleQueues'),
      (ids) => ids.includes('short'),
    );
    await test.sqs.send(new DeleteQueueCommand({ QueueUrl }));
    await served(
      'it is gone',
      () => history.ids('view/simpleQueues'),
      (ids) => !ids.includes('short'),
    );
    expect((await history.error('view/simpleQueues/short')).status).toBe(410);
    expect(await history.error('view/simpleQueues/never')).toMatchObject({
      status: 404,
      body: { message: 'record "never" not found in collection view.simpleQueues' },
    });
  });
});
