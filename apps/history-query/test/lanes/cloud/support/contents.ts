import {
  CreateAutoScalingGroupCommand,
  CreateLaunchConfigurationCommand,
  PutScalingPolicyCommand,
  PutScheduledUpdateGroupActionCommand,
} from '@aws-sdk/client-auto-scaling';
import { CreateStackCommand } from '@aws-sdk/client-cloudformation';
import { PutMetricAlarmCommand } from '@aws-sdk/client-cloudwatch';
import {
  AllocateAddressCommand,
  CreateImageCommand,
  CreateSnapshotCommand,
  CreateTagsCommand,
  CreateVolumeCommand,
  DescribeSubnetsCommand,
  RunInstancesCommand,
} from '@aws-sdk/client-ec2';
import { CreateLoadBalancerCommand as CreateClassicCommand } from '@aws-sdk/client-elastic-load-balancing';
import {
  CreateListenerCommand,
  CreateLoadBalancerCommand,
  CreateTargetGroupCommand,
} from '@aws-sdk/client-elastic-load-balancing-v2';
import { CreateCacheClusterCommand } from '@aws-sdk/client-elasticache';
import {
  AddUserToGroupCommand,
  CreateAccessKeyCommand,
  CreateGroupCommand,
  CreatePolicyCommand,
  CreateRoleCommand,
  CreateUserCommand,
  CreateVirtualMFADeviceCommand,
  PutGroupPolicyCommand,
  PutUserPolicyCommand,
} from '@aws-sdk/client-iam';
import { CreateDBInstanceCommand, CreateDBSubnetGroupCommand } from '@aws-sdk/client-rds';
import { ChangeResourceRecordSetsCommand, CreateHostedZoneCommand } from '@aws-sdk/client-route-53';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import type { TestAccount } from './cloud';

export const IMAGE = 'ami-12c6146b';
export const POLICY = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }],
});

/** An auto scaling group with its launch configuration. */
export async function fillGroup(
  { autoScaling, region }: TestAccount,
  name: string,
  size: number,
): Promise<void> {
  const LaunchConfigurationName = `${name}-1`;
  await autoScaling.send(
    new CreateLaunchConfigurationCommand({
      LaunchConfigurationName,
      ImageId: IMAGE,
      InstanceType: 't3.micro',
    }),
  );
  await autoScaling.send(
    new CreateAutoScalingGroupCommand({
      AutoScalingGroupName: name,
      LaunchConfigurationName,
      MinSize: 0,
      MaxSize: 9,
      DesiredCapacity: size,
      AvailabilityZones: [`${region}a`],
    }),
  );
}

/** The contents of one account: at least one thing for every collection that the emulator knows. */
export async function fill(account: TestAccount): Promise<void> {
  await Promise.all([
    fillMachines(account),
    fillBalancers(account),
    fillUsers(account),
    fillNames(account),
    fillStores(account),
    account.sqs.send(new CreateQueueCommand({ QueueName: 'orders' })),
    account.cloudWatch.send(
      new PutMetricAlarmCommand({
        AlarmName: 'cpu',
        ComparisonOperator: 'GreaterThanThreshold',
        EvaluationPeriods: 1,
        MetricName: 'CPUUtilization',
        Namespace: 'AWS/EC2',
        Period: 60,
        Statistic: 'Average',
        Threshold: 80,
      }),
    ),
    account.cloudFormation.send(
      new CreateStackCommand({
        StackName: 'queues',
        TemplateBody: JSON.stringify({ Resources: { Mail: { Type: 'AWS::SQS::Queue' } } }),
      }),
    ),
  ]);
}

async function fillMachines(account: TestAccount): Promise<void> {
  const { autoScaling, ec2 } = account;
  const { Instances: [instance] = [] } = await ec2.send(
    new RunInstancesCommand({ ImageId: IMAGE, InstanceType: 't3.micro', MinCount: 2, MaxCount: 2 }),
  );
  const InstanceId = instance?.InstanceId ?? '';
  await ec2.send(new CreateTagsCommand({ Resources: [InstanceId], Tags: [{ Key: 'owner', Value: 'shop' }] }));
  await ec2.send(new AllocateAddressCommand({ Domain: 'vpc' }));
  await ec2.send(new CreateImageCommand({ InstanceId, Name: 'base' }));
  const { VolumeId = '' } = await ec2.send(
    new CreateVolumeCommand({ AvailabilityZone: 'us-east-1a', Size: 8 }),
  );
  await ec2.send(new CreateSnapshotCommand({ VolumeId }));
  for (const group of ['web', 'api']) {
    await fillGroup(account, group, group === 'web' ? 2 : 0);
    await autoScaling.send(
      new PutScalingPolicyCommand({
        AutoScalingGroupName: group,
        PolicyName: 'scale-out',
        PolicyType: 'SimpleScaling',
        AdjustmentType: 'ChangeInCapacity',
        ScalingAdjustment: 1,
      }),
    );
  }
  await autoScaling.send(
    new PutScheduledUpdateGroupActionCommand({
      AutoScalingGroupName: 'web',
      ScheduledActionName: 'night',
      StartTime: new Date('2099-01-01T00:00:00Z'),
      DesiredCapacity: 1,
    }),
  );
}

async function fillBalancers({ ec2, elb, elbV2 }: TestAccount): Promise<void> {
  await elb.send(
    new CreateClassicCommand({
      LoadBalancerName: 'storefront',
      AvailabilityZones: ['us-east-1a'],
      Listeners: [{ Protocol: 'tcp', LoadBalancerPort: 80, InstancePort: 8080 }],
      Tags: [{ Key: 'owner', Value: 'shop' }],
    }),
  );
  const { Subnets = [] } = await ec2.send(new DescribeSubnetsCommand({}));
  const { LoadBalancers: [balancer] = [] } = await elbV2.send(
    new CreateLoadBalancerCommand({
      Name: 'front',
      Subnets: Subnets.slice(0, 2).map(({ SubnetId }) => SubnetId ?? ''),
    }),
  );
  const { TargetGroups: [target] = [] } = await elbV2.send(
    new CreateTargetGroupCommand({ Name: 'web', Protocol: 'HTTP', Port: 80, VpcId: Subnets[0]?.VpcId }),
  );
  await elbV2.send(
    new CreateListenerCommand({
      LoadBalancerArn: balancer?.LoadBalancerArn,
      Port: 80,
      Protocol: 'HTTP',
      DefaultActions: [{ Type: 'forward', TargetGroupArn: target?.TargetGroupArn }],
    }),
  );
}

async function fillUsers({ iam }: TestAccount): Promise<void> {
  await iam.send(new CreateUserCommand({ UserName: 'alice' }));
  await iam.send(new CreateGroupCommand({ GroupName: 'ops' }));
  await iam.send(new AddUserToGroupCommand({ UserName: 'alice', GroupName: 'ops' }));
  await iam.send(new CreateAccessKeyCommand({ UserName: 'alice' }));
  await iam.send(new PutUserPolicyCommand({ UserName: 'alice', PolicyName: 'read', PolicyDocument: POLICY }));
  await iam.send(new PutGroupPolicyCommand({ GroupName: 'ops', PolicyName: 'read', PolicyDocument: POLICY }));
  await iam.send(new CreateRoleCommand({ RoleName: 'reader', AssumeRolePolicyDocument: POLICY }));
  await iam.send(new CreatePolicyCommand({ PolicyName: 'read-files', PolicyDocument: POLICY }));
  await iam.send(new CreateVirtualMFADeviceCommand({ VirtualMFADeviceName: 'phone', Path: '/team/' }));
}

async function fillNames({ route53 }: TestAccount): Promise<void> {
  for (const comment of ['public', 'other']) {
    const { HostedZone: zone } = await route53.send(
      new CreateHostedZoneCommand({ Name: 'example.com.', CallerReference: comment }),
    );
    const record = (Type: 'A' | 'TXT', Value: string) => ({
      Action: 'CREATE' as const,
      ResourceRecordSet: { Name: 'www.example.com.', Type, TTL: 60, ResourceRecords: [{ Value }] },
    });
    await route53.send(
      new ChangeResourceRecordSetsCommand({
        HostedZoneId: zone?.Id,
        ChangeBatch: { Changes: [record('A', '192.0.2.1'), record('TXT', '"x"')] },
      }),
    );
  }
}

async function fillStores({ ec2, elastiCache, number, rds, s3 }: TestAccount): Promise<void> {
  await s3.send(new CreateBucketCommand({ Bucket: `files-${number}` }));
  const { Subnets = [] } = await ec2.send(new DescribeSubnetsCommand({}));
  await rds.send(
    new CreateDBSubnetGroupCommand({
      DBSubnetGroupName: 'private',
      DBSubnetGroupDescription: 'no way in',
      SubnetIds: Subnets.slice(0, 2).map(({ SubnetId }) => SubnetId ?? ''),
    }),
  );
  await rds.send(
    new CreateDBInstanceCommand({
      DBInstanceIdentifier: 'shop',
      DBInstanceClass: 'db.t3.micro',
      Engine: 'mysql',
      MasterUsername: 'root',
      MasterUserPassword: 'secret-enough',
      AllocatedStorage: 10,
      Tags: [{ Key: 'owner', Value: 'shop' }],
    }),
  );
  await elastiCache.send(
    new CreateCacheClusterCommand({
      CacheClusterId: 'sessions',
      CacheNodeType: 'cache.t3.micro',
      Engine: 'redis',
      NumCacheNodes: 1,
    }),
  );
}
