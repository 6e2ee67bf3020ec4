import {
  CreateAutoScalingGroupCommand,
  CreateLaunchConfigurationCommand,
} from '@aws-sdk/client-auto-scaling';
import { CreateStackCommand } from '@aws-sdk/client-cloudformation';
import { RunInstancesCommand } from '@aws-sdk/client-ec2';
import { CreateLoadBalancerCommand } from '@aws-sdk/client-elastic-load-balancing';
import { CreateCacheClusterCommand } from '@aws-sdk/client-elasticache';
import { CreatePolicyCommand, CreateRoleCommand } from '@aws-sdk/client-iam';
import { CreateDBInstanceCommand } from '@aws-sdk/client-rds';
import { ChangeResourceRecordSetsCommand, CreateHostedZoneCommand } from '@aws-sdk/client-route-53';
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import type { TestAccount } from './cloud';
import { IMAGE, POLICY } from './contents';

/** The number of objects of a collection, and the form of a request for a later page. */
interface Many {
  count: number;
  laterPage: RegExp;
}

const later = (operation: string, token: string): RegExp =>
  new RegExp(`(Action=${operation}&.*|\\.${operation} .*"?)${token}["=]`);

/** All collections that the emulator returns in pages. */
export const MANY: Readonly<Record<string, Many>> = {
  'cloud/autoScalingGroups': { count: 3, laterPage: later('DescribeAutoScalingGroups', 'NextToken') },
  'cloud/cacheClusters': { count: 24, laterPage: later('DescribeCacheClusters', 'Marker') },
  'cloud/databases': { count: 24, laterPage: later('DescribeDBInstances', 'Marker') },
  'cloud/hostedRecords': { count: 12, laterPage: /hostedzone\/.*\/rrset\?.*name=/ },
  'cloud/hostedZones': { count: 3, laterPage: /hostedzone\?.*marker=/ },
  'cloud/iamPolicies': { count: 3, laterPage: later('ListPolicies', 'Marker') },
  'cloud/iamRoles': { count: 3, laterPage: later('ListRoles', 'Marker') },
  'cloud/instances': { count: 12, laterPage: later('DescribeInstances', 'NextToken') },
  'cloud/launchConfigurations': { count: 3, laterPage: later('DescribeLaunchConfigurations', 'NextToken') },
  'cloud/loadBalancers': { count: 55, laterPage: later('DescribeLoadBalancers', 'Marker') },
  'cloud/stacks': { count: 55, laterPage: later('DescribeStacks', 'NextToken') },
  'view/loadBalancerInstances': { count: 55, laterPage: later('DescribeLoadBalancers', 'Marker') },
  'view/simpleQueues': { count: 12, laterPage: later('ListQueues', 'NextToken') },
};

/** Creates the objects of {@link MANY}. */
export async function fillPages(account: TestAccount): Promise<void> {
  const { autoScaling, cloudFormation, ec2, elastiCache, elb, iam, rds, sqs } = account;
  const make = async (collection: string, one: (index: number) => Promise<unknown>): Promise<void> => {
    for (let index = 0; index < (MANY[collection]?.count ?? 0); index++) await one(index);
  };
  const machine = { ImageId: IMAGE, InstanceType: 't3.micro' as const };
  const zone = 'us-east-1a';
  await Promise.all([
    make('cloud/launchConfigurations', async (index) => {
      const LaunchConfigurationName = `config-${index}`;
      await autoScaling.send(new CreateLaunchConfigurationCommand({ LaunchConfigurationName, ...machine }));
      await autoScaling.send(
        new CreateAutoScalingGroupCommand({
          AutoScalingGroupName: `group-${index}`,
          LaunchConfigurationName,
          MinSize: 0,
          MaxSize: 1,
          AvailabilityZones: [zone],
        }),
      );
    }),
    make('cloud/cacheClusters', (index) =>
      elastiCache.send(
        new CreateCacheClusterCommand({
          CacheClusterId: `cache-${index}`,
          CacheNodeType: 'cache.t3.micro',
          Engine: 'redis',
          NumCacheNodes: 1,
        }),
      ),
    ),
    make('cloud/databases', (index) =>
      rds.send(
        new CreateDBInstanceCommand({
          DBInstanceIdentifier: `database-${index}`,
          DBInstanceClass: 'db.t3.micro',
          Engine: 'mysql',
          MasterUsername: 'root',
          MasterUserPassword: 'secret-enough',
          AllocatedStorage: 10,
        }),
      ),
    ),
    make('cloud/hostedZones', (index) => hostedZone(account, index)),
    make('cloud/iamPolicies', (index) =>
      iam.send(new CreatePolicyCommand({ PolicyName: `policy-${index}`, PolicyDocument: POLICY })),
    ),
    make('cloud/iamRoles', (index) =>
      iam.send(new CreateRoleCommand({ RoleName: `role-${index}`, AssumeRolePolicyDocument: POLICY })),
    ),
    make('cloud/instances', () =>
      ec2.send(new RunInstancesCommand({ ...machine, MinCount: 1, MaxCount: 1 })),
    ),
    make('cloud/loadBalancers', (index) =>
      elb.send(
        new CreateLoadBalancerCommand({
          LoadBalancerName: `balancer-${index}`,
          AvailabilityZones: [zone],
          Listeners: [{ Protocol: 'tcp', LoadBalancerPort: 80, InstancePort: 8080 }],
        }),
      ),
    ),
    make('cloud/stacks', (index) =>
      cloudFormation.send(
        new CreateStackCommand({
          StackName: `stack-${index}`,
          TemplateBody: JSON.stringify({
            Resources: { Topic: { Type: 'AWS::SQS::Queue', Properties: { QueueName: `stack-${index}` } } },
          }),
        }),
      ),
    ),
    make('view/simpleQueues', (index) => sqs.send(new CreateQueueCommand({ QueueName: `queue-${index}` }))),
  ]);
}

async function hostedZone({ route53 }: TestAccount, index: number): Promise<void> {
  const { HostedZone: zone } = await route53.send(
    new CreateHostedZoneCommand({ Name: `zone-${index}.example.`, CallerReference: String(index) }),
  );
  const records = ['a', 'b'].map((name) => ({
    Action: 'CREATE' as const,
    ResourceRecordSet: {
      Name: `${name}.zone-${index}.example.`,
      Type: 'A' as const,
      TTL: 60,
      ResourceRecords: [{ Value: '192.0.2.1' }],
    },
  }));
  // With those that every zone has it is four.
  await route53.send(
    new ChangeResourceRecordSetsCommand({ HostedZoneId: zone?.Id, ChangeBatch: { Changes: records } }),
  );
}
