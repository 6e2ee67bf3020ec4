import { RunInstancesCommand, TerminateInstancesCommand } from '@aws-sdk/client-ec2';
import { CreateLoadBalancerCommand } from '@aws-sdk/client-elastic-load-balancing';
import { CreateUserCommand } from '@aws-sdk/client-iam';
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import type { HistoryClient } from '../../support/history-client';
import { TestAccount, crawled, served, startCrawling } from './support/cloud';
import { IMAGE } from './support/contents';
import { DENIED, FaultyProxy, THROTTLED } from './support/faulty-proxy';

const CRAWLED = [
  'cloud/instances',
  'cloud/loadBalancers',
  'cloud/iamUsers',
  'view/loadBalancerInstances',
  'view/simpleQueues',
];

describe('a cloud in trouble', () => {
  const account = new TestAccount();
  const locked = new TestAccount();
  const proxy = new FaultyProxy();
  let history: HistoryClient;

  const isDegraded = (collection: string, wanted = true): Promise<unknown> =>
    served(
      `${collection} is ${wanted ? '' : 'not '}degraded`,
      () => history.status(collection),
      ({ degraded }) => degraded === wanted,
    );
  const metric = async (name: string): Promise<string | undefined> => {
    const text = await (await fetch(`${history.service.url}/metrics`)).text();
    return text.split('\n').find((line) => line.startsWith(name));
  };
  /** Fails the calls of an operation during a check. */
  const during = async (fault: FaultyProxy['fault'], check: () => Promise<void>): Promise<void> => {
    proxy.fault = fault;
    try {
      await check();
    } finally {
      proxy.fault = () => undefined;
    }
  };

  beforeAll(async () => {
    await account.ec2.send(
      new RunInstancesCommand({
        ImageId: IMAGE,
        InstanceType: 't3.micro',
        MinCount: 12,
        MaxCount: 12,
        TagSpecifications: [{ ResourceType: 'instance', Tags: [{ Key: 'owner', Value: 'shop' }] }],
      }),
    );
    for (let index = 0; index < 12; index++) {
      await account.ec2.send(
        new RunInstancesCommand({
          ...{ ImageId: IMAGE, InstanceType: 't3.micro', MinCount: 1, MaxCount: 1 },
          TagSpecifications: [{ ResourceType: 'instance', Tags: [{ Key: 'owner', Value: 'shop' }] }],
        }),
      );
    }
    for (const name of ['a', 'b', 'c']) {
      await account.iam.send(new CreateUserCommand({ UserName: name }));
      await account.sqs.send(new CreateQueueCommand({ QueueName: name }));
      await account.elb.send(
        new CreateLoadBalancerCommand({
          LoadBalancerName: name,
          AvailabilityZones: ['us-east-1a'],
          Listeners: [{ Protocol: 'tcp', LoadBalancerPort: 80, InstancePort: 8080 }],
        }),
      );
    }
    const url = await proxy.start();
    history = await startCrawling([account.entry('main'), locked.entry('locked')], CRAWLED, {
      AWS_ENDPOINT_URL: url,
      AWS_MAX_ATTEMPTS: '3',
    });
    await crawled(
      history,
      [...CRAWLED, 'view/instances'].map((name) => `main.${name}`),
    );
  });
  afterAll(async () => {
    await history.service.stop();
    await proxy.stop();
    account.close();
    locked.close();
  });

  it('[V2-CRAWL-2] [V2-CRAWL-8] loses no document when every request is throttled, and recovers', async () => {
    const before = await history.ids('main.view/instances');
    await during(
      (parameters) => (parameters.includes('Action=DescribeInstances&') ? THROTTLED : undefined),
      async () => {
        await isDegraded('main.cloud/instances');
        expect(await history.status('main.cloud/instances')).toMatchObject({
          error: 'DescribeInstances: Throttling: Rate exceeded',
          documents: 13,
        });
        expect(await history.status('main.view/instances')).toMatchObject({ degraded: true, documents: 24 });
        expect(await metric('history_collection_degraded{collection="main.cloud/instances"}')).toMatch(/ 1$/);
        expect(await metric('history_collection_failures{collection="main.cloud/instances"}')).toMatch(
          / [1-9]/,
        );
        expect(await history.ids('main.view/instances')).toEqual(before);
        expect(await history.status('main.view/simpleQueues')).toMatchObject({ degraded: false });
      },
    );
    await isDegraded('main.cloud/instances', false);
    expect(await history.json('main.view/instances;_all:(instanceId)')).toHaveLength(24);
  });

  it('retries throttled requests', async () => {
    let asked = 0;
    await during(
      (parameters) =>
        parameters.includes('Action=ListAccessKeys&') && asked++ % 3 === 0 ? THROTTLED : undefined,
      async () => {
        const { lastCrawl } = await history.status('main.cloud/iamUsers');
        await served(
          'the users are crawled',
          () => history.status('main.cloud/iamUsers'),
          (status) => asked > 3 && (status.lastCrawl ?? 0) > (lastCrawl ?? 0),
        );
        expect(await history.status('main.cloud/iamUsers')).toMatchObject({ degraded: false, documents: 3 });
      },
    );
  });

  it('[V2-CRAWL-16] fails the whole crawl when one detail is refused', async () => {
    await during(
      (parameters) => (/Action=ListUserPolicies&.*UserName=b/.test(parameters) ? DENIED : undefined),
      async () => {
        await isDegraded('main.cloud/iamUsers');
        expect((await history.status('main.cloud/iamUsers')).error).toContain(
          'ListUserPolicies: AccessDenied',
        );
        expect((await history.ids('main.cloud/iamUsers')).sort()).toEqual(['a', 'b', 'c']);
      },
    );
    await isDegraded('main.cloud/iamUsers', false);
  });

  it('[V2-CRAWL-16] leaves out objects deleted between list and details', async () => {
    const gone = (code: string) => ({
      status: 400,
      body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>no b</Message></Error></ErrorResponse>`,
    });
    await during(
      (parameters) => {
        // Tags are requested for many objects at once: a deleted object fails the request for all.
        if (/Action=DescribeTags&.*LoadBalancerNames.*=b(&|$)/.test(parameters))
          return gone('LoadBalancerNotFound');
        return /Action=DescribeInstanceHealth&.*LoadBalancerName=b/.test(parameters)
          ? gone('LoadBalancerNotFound')
          : undefined;
      },
      async () => {
        for (const collection of ['main.cloud/loadBalancers', 'main.view/loadBalancerInstances']) {
          const ids = await served(
            `${collection} has no b`,
            () => history.ids(collection),
            (found) => !found.includes('b'),
          );
          expect(ids.sort()).toEqual(['a', 'c']);
          expect(await history.status(collection)).toMatchObject({ degraded: false });
        }
      },
    );
    await served(
      'it is back',
      () => history.ids('main.cloud/loadBalancers'),
      (ids) => ids.includes('b'),
    );
  });

  it('[V2-CRAWL-11] rejects a response without any tag', async () => {
    proxy.edit = (parameters, answer) =>
      parameters.includes('Action=DescribeInstances&')
        ? answer.replaceAll(/<tagSet>[\s\S]*?<\/tagSet>/g, '<tagSet/>')
        : answer;
    await isDegraded('main.cloud/instances');
    expect((await history.status('main.cloud/instances')).error).toContain('without any tag');
    expect(await history.ids('main.view/instances;tags.owner=shop')).toHaveLength(24);
    proxy.edit = (_parameters, answer) => answer;
    await isDegraded('main.cloud/instances', false);
  });

  it('[V2-CRAWL-3] rejects the loss of half of the documents', async () => {
    proxy.edit = (parameters, answer) =>
      parameters.includes('Action=DescribeInstances&')
        ? answer.replace(/<reservationSet>[\s\S]*<\/reservationSet>/, '<reservationSet/>')
        : answer;
    await isDegraded('main.cloud/instances');
    expect((await history.status('main.cloud/instances')).error).toContain('the crawl would lose 13 of 13');
    expect(await history.ids('main.view/instances')).toHaveLength(24);
    proxy.edit = (_parameters, answer) => answer;
    await isDegraded('main.cloud/instances', false);
  });

  it('[V2-CRAWL-15] continues with the other accounts when one cannot be read', async () => {
    const other = await startCrawling(
      [account.entry('main'), new TestAccount().entry('shut')],
      ['cloud/instances'],
      {
        AWS_ENDPOINT_URL: await sideDoor.start(),
        AWS_MAX_ATTEMPTS: '2',
      },
    );
    try {
      await crawled(other, ['main.cloud/instances', 'main.view/instances']);
      expect(await other.ids('view/instances')).toHaveLength(24);
      const shut = await served(
        'it is degraded',
        () => other.status('shut.cloud/instances'),
        ({ degraded }) => degraded,
      );
      expect(shut.error).toContain('AccessDenied');
      expect(await other.status('main.cloud/instances')).toMatchObject({ degraded: false });
    } finally {
      await other.service.stop();
      await sideDoor.stop();
    }
  });

  /** Only the first account may assume a role here. */
  const sideDoor = new FaultyProxy();
  sideDoor.fault = (parameters) =>
    parameters.includes('Action=AssumeRole&') && !parameters.includes(account.number) ? DENIED : undefined;

  it('recovers afterwards', async () => {
    const [id = ''] = await history.ids('main.view/instances;state.name=running');
    await account.ec2.send(new TerminateInstancesCommand({ InstanceIds: [id] }));
    await served(
      'one is terminated',
      () => history.ids('main.view/instances;state.name=terminated'),
      (ids) => ids.includes(id),
    );
  });
});
