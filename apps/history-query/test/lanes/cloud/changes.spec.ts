import { SetDesiredCapacityCommand, UpdateAutoScalingGroupCommand } from '@aws-sdk/client-auto-scaling';
import {
  CreateTagsCommand,
  DeleteTagsCommand,
  RunInstancesCommand,
  StartInstancesCommand,
  StopInstancesCommand,
  TerminateInstancesCommand,
} from '@aws-sdk/client-ec2';
import {
  CreateLoadBalancerCommand,
  DeleteLoadBalancerCommand,
  RegisterInstancesWithLoadBalancerCommand,
} from '@aws-sdk/client-elastic-load-balancing';
import { ModifyDBInstanceCommand, CreateDBInstanceCommand } from '@aws-sdk/client-rds';
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
} from '@aws-sdk/client-sqs';
import type { HistoryClient } from '../../support/history-client';
import { TestAccount, crawled, served, startCrawling } from './support/cloud';
import { IMAGE, fillGroup } from './support/contents';

interface Member {
  instanceId: string;
  slot: number;
  start: number | null;
  end: number | null;
}

interface Group {
  name: string;
  maxSize: number;
  instances: Member[];
}

const CRAWLED = [
  'cloud/instances',
  'cloud/autoScalingGroups',
  'cloud/databases',
  'cloud/loadBalancers',
  'view/loadBalancerInstances',
  'view/simpleQueues',
];

describe('a cloud that changes', () => {
  const account = new TestAccount();
  const { autoScaling, ec2, elb, rds, sqs } = account;
  let history: HistoryClient;

  beforeAll(async () => {
    await fillGroup(account, 'web', 3);
    history = await startCrawling([account.entry()], CRAWLED);
    await crawled(history, [...CRAWLED, 'view/instances', 'group/autoScalingGroups']);
  });
  afterAll(async () => {
    await history.service.stop();
    account.close();
  });

  const run = async (): Promise<string> => {
    const { Instances: [instance] = [] } = await ec2.send(
      new RunInstancesCommand({ ImageId: IMAGE, InstanceType: 't3.micro', MinCount: 1, MaxCount: 1 }),
    );
    return instance?.InstanceId ?? '';
  };
  const revisions = async (path: string): Promise<unknown[]> => (await history.json(path)) as unknown[];

  it('[V2-STATE-2] [V2-META-1] [V2-SVC-3] follows an instance from its start to its end', async () => {
    const id = await run();
    await served(
      'it runs',
      () => history.ids('view/instances;state.name=running'),
      (ids) => ids.includes(id),
    );
    await ec2.send(new CreateTagsCommand({ Resources: [id], Tags: [{ Key: 'owner', Value: 'shop' }] }));
    await served(
      'it has a tag',
      () => history.ids('view/instances;tags.owner=shop'),
      (ids) => ids.includes(id),
    );
    await ec2.send(new StopInstancesCommand({ InstanceIds: [id] }));
    await served(
      'it is stopped',
      () => history.ids('view/instances;state.name=stopped'),
      (ids) => ids.includes(id),
    );
    await ec2.send(new DeleteTagsCommand({ Resources: [id], Tags: [{ Key: 'owner' }] }));
    await served(
      'the tag is gone',
      () => history.ids('view/instances;tags.owner=shop'),
      (ids) => ids.length === 0,
    );
    await ec2.send(new StartInstancesCommand({ InstanceIds: [id] }));
    await served(
      'it runs again',
      () => history.ids('view/instances;state.name=running'),
      (ids) => ids.includes(id),
    );
    const states = (await revisions(`view/instances/${id};_all;_expand:(state:(name),tags:(key))`)) as {
      state: { name: string };
      tags?: object[];
    }[];
    expect(states.map(({ state, tags = [] }) => [state.name, tags.length])).toEqual([
      ['running', 0],
      ['stopped', 0],
      ['stopped', 1],
      ['running', 1],
      ['running', 0],
    ]);
    const diff = await (await history.fetch(`view/instances/${id};_all;_diff=0`)).text();
    expect(diff).toContain('+    "name" : "stopped"');
  });

  it('[V2-STATE-1] [V2-ERR-3] ends terminated instances', async () => {
    const id = await run();
    await served(
      'it runs',
      () => history.ids('view/instances;state.name=running'),
      (ids) => ids.includes(id),
    );
    await ec2.send(new TerminateInstancesCommand({ InstanceIds: [id] }));
    await served(
      'it is terminated',
      () => history.fetch(`view/instances;instanceId=${id};state.name=terminated`).then((one) => one.json()),
      (ids) => Array.isArray(ids) && ids.length === 1,
    );
    const [newest] = (await history.json(`view/instances/${id};_since=0;_limit=1:(state)`)) as {
      state: { code: number };
    }[];
    expect(newest?.state.code).toBe(48);
  });

  it('[V2-AREA-8] [V2-AREA-4] [V2-AREA-9] gives members of a group slots that stay when it is resized', async () => {
    const group = async (): Promise<Group> => (await history.json('group/autoScalingGroups/web')) as Group;
    const resized = (size: number): Promise<Group> =>
      served(`it has ${size} members`, group, ({ instances }) => instances.length === size);
    const resize = (DesiredCapacity: number): Promise<unknown> =>
      autoScaling.send(new SetDesiredCapacityCommand({ AutoScalingGroupName: 'web', DesiredCapacity }));
    const slots = ({ instances }: Group): Record<string, number> =>
      Object.fromEntries(instances.map(({ instanceId, slot }) => [instanceId, slot]));

    const three = await resized(3);
    expect(three.instances.map(({ slot }) => slot)).toEqual([0, 1, 2]);
    const before = (await revisions('group/autoScalingGroups/web;_all')).length;
    await autoScaling.send(new UpdateAutoScalingGroupCommand({ AutoScalingGroupName: 'web', MaxSize: 8 }));
    await served('the new size is shown', group, ({ maxSize }) => maxSize === 8);
    expect(await revisions('group/autoScalingGroups/web;_all')).toHaveLength(before);

    await resize(1);
    const one = await resized(1);
    const [left] = one.instances;
    expect(left?.slot).toBe(slots(three)[left?.instanceId ?? '']);
    await resize(4);
    const four = await resized(4);
    expect(four.instances.map(({ slot }) => slot)).toEqual([0, 1, 2, 3]);
    expect(slots(four)[left?.instanceId ?? '']).toBe(left?.slot);

    const [merged] = (await history.json('group/autoScalingGroups;_since=0;_expand')) as Group[];
    expect(merged?.instances.length).toBeGreaterThan(4);
    expect(merged?.instances.filter(({ end }) => end !== null)).toHaveLength(2);
  });

  it('[V2-AREA-7] makes no revision when a queue fills, and one when it is set otherwise', async () => {
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
    const attributes = async (): Promise<Record<string, string>> =>
      ((await history.json('view/simpleQueues/orders')) as { attributes: Record<string, string> }).attributes;
    await served('the queue is there', attributes, () => true);
    for (const MessageBody of ['one', 'two'])
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    await served('its messages', attributes, ({ ApproximateNumberOfMessages: count }) => count === '2');
    expect(await revisions('view/simpleQueues/orders;_all')).toHaveLength(1);
    await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { VisibilityTimeout: '90' } }));
    await served('its timeout', attributes, ({ VisibilityTimeout }) => VisibilityTimeout === '90');
    expect(await revisions('view/simpleQueues/orders;_all')).toHaveLength(2);
    await sqs.send(new DeleteQueueCommand({ QueueUrl }));
    await served(
      'the queue is gone',
      () => history.error('view/simpleQueues/orders'),
      ({ status }) => status === 410,
    );
  });

  it('[V2-AREA-12] has the health of the instances of a load balancer', async () => {
    const id = await run();
    await elb.send(
      new CreateLoadBalancerCommand({
        LoadBalancerName: 'storefront',
        AvailabilityZones: ['us-east-1a'],
        Listeners: [{ Protocol: 'tcp', LoadBalancerPort: 80, InstancePort: 8080 }],
      }),
    );
    const health = (): Promise<unknown> => history.json('view/loadBalancerInstances/storefront');
    await served('it has no instances', health, () => true);
    await elb.send(
      new RegisterInstancesWithLoadBalancerCommand({
        LoadBalancerName: 'storefront',
        Instances: [{ InstanceId: id }],
      }),
    );
    await served(
      'it has one',
      () => history.ids(`view/loadBalancerInstances;instances.instanceId=${id}`),
      (ids) => ids.length === 1,
    );
    expect(await health()).toMatchObject({
      name: 'storefront',
      instances: [{ instanceId: id, state: 'InService' }],
    });
    expect(await revisions('view/loadBalancerInstances/storefront;_all')).toHaveLength(2);
    await elb.send(new DeleteLoadBalancerCommand({ LoadBalancerName: 'storefront' }));
    for (const collection of ['view/loadBalancerInstances', 'cloud/loadBalancers']) {
      await served(
        `${collection} has it no more`,
        () => history.error(`${collection}/storefront`),
        ({ status }) => status === 410,
      );
    }
    expect(await history.status('view/loadBalancerInstances')).toMatchObject({ degraded: false });
  });

  it('[V2-STATE-2] follows a database', async () => {
    await rds.send(
      new CreateDBInstanceCommand({
        DBInstanceIdentifier: 'shop',
        DBInstanceClass: 'db.t3.micro',
        Engine: 'mysql',
        MasterUsername: 'root',
        MasterUserPassword: 'secret-enough',
        AllocatedStorage: 10,
      }),
    );
    const size = async (): Promise<number> =>
      ((await history.json('cloud/databases/shop')) as { allocatedStorage: number }).allocatedStorage;
    await served('it is there', size, (found) => found === 10);
    await rds.send(
      new ModifyDBInstanceCommand({
        DBInstanceIdentifier: 'shop',
        AllocatedStorage: 20,
        ApplyImmediately: true,
      }),
    );
    await served('it has grown', size, (found) => found === 20);
    const sizes = (await revisions('cloud/databases/shop;_all:(allocatedStorage)')) as object[];
    expect(sizes.at(0)).toEqual({ allocatedStorage: 20 });
    expect(sizes.at(-1)).toEqual({ allocatedStorage: 10 });
  });
});
