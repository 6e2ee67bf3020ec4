import { ProviderService, type ProviderRow } from '../collections/collection-definition';
import {
  HOUR_MS,
  NO_BALANCER,
  TOKEN,
  ZONE_ITEMS,
  about,
  balancers,
  databaseDocument,
  formation,
  healthDocument,
  iam,
  queueDocument,
  recordSetDocuments,
  row,
  scaling,
  stored,
  withAttributes,
  zones,
} from './aws-calls';

const OF_USER = { UserName: 'userName' };

const { CloudFormation, CloudWatch, ElastiCache, Elb, ElbV2, Iam, Rds, Route53, S3, Sqs } = ProviderService;

/** Everything but machines: load balancers, databases, queues, names, users. */
export const AWS_SERVICE_ROWS: readonly ProviderRow[] = [
  row('cloud/alarms', 'alarmName', CloudWatch, scaling('DescribeAlarms', 'MetricAlarms'), {
    dates: ['alarmConfigurationUpdatedTimestamp', 'stateTransitionedTimestamp', 'stateUpdatedTimestamp'],
  }),
  row(
    'cloud/buckets',
    'name',
    S3,
    {
      operation: 'ListBuckets',
      result: 'Buckets',
      next: { ContinuationToken: 'ContinuationToken' },
      // Bucket entries are small and few, so small pages would only cost time.
      size: { field: 'MaxBuckets', min: 1000, max: 10_000 },
    },
    // A bucket's events are in the trail of its own region.
    { global: true, created: 'creationDate', dates: ['creationDate'], unnamed: true },
  ),
  row(
    'cloud/cacheClusters',
    'cacheClusterId',
    ElastiCache,
    stored('DescribeCacheClusters', 'CacheClusters'),
    {
      created: 'cacheClusterCreateTime',
      dates: ['authTokenLastModifiedDate', 'cacheClusterCreateTime', 'cacheNodes.cacheNodeCreateTime'],
    },
  ),
  row('cloud/databases', 'DBInstanceIdentifier', Rds, stored('DescribeDBInstances', 'DBInstances'), {
    details: [
      {
        operation: 'ListTagsForResource',
        result: 'TagList',
        as: 'tags',
        from: { ResourceName: 'DBInstanceArn' },
        gone: ['DBInstanceNotFound', 'DBInstanceNotFoundFault'],
      },
    ],
    document: databaseDocument,
    asAnswered: ['tags'],
    created: 'instanceCreateTime',
    dates: [
      'automaticRestartTime',
      'certificateDetails.validTill',
      'instanceCreateTime',
      'latestRestorableTime',
      'pendingModifiedValues.resumeFullAutomationModeTime',
      'resumeFullAutomationModeTime',
    ],
    insignificant: ['latestRestorable*'],
  }),
  row('cloud/databaseSubnets', 'DBSubnetGroupName', Rds, stored('DescribeDBSubnetGroups', 'DBSubnetGroups')),
  row(
    'cloud/hostedRecords',
    'name|type|zone.id/|setIdentifier?',
    Route53,
    zones('ListHostedZones', 'HostedZones'),
    {
      global: true,
      details: [
        {
          operation: 'ListResourceRecordSets',
          result: 'ResourceRecordSets',
          next: {
            StartRecordName: 'NextRecordName',
            StartRecordType: 'NextRecordType',
            StartRecordIdentifier: 'NextRecordIdentifier',
          },
          size: { ...ZONE_ITEMS, max: 300 },
          as: 'records',
          from: { HostedZoneId: 'id' },
          gone: ['NoSuchHostedZone'],
        },
      ],
      document: recordSetDocuments,
    },
  ),
  row('cloud/hostedZones', 'name', Route53, zones('ListHostedZones', 'HostedZones'), {
    global: true,
    apart: 'id/',
    unnamed: true,
  }),
  row('cloud/iamGroups', 'name', Iam, iam('ListGroups', 'Groups'), {
    global: true,
    details: [about('policies', iam('ListGroupPolicies', 'PolicyNames'), { GroupName: 'groupName' })],
    document: withAttributes('groupName'),
    created: 'attributes.createDate',
    dates: ['attributes.createDate'],
  }),
  row('cloud/iamPolicies', 'policyName', Iam, iam('ListPolicies', 'Policies'), {
    global: true,
    details: [
      {
        ...about(
          'defaultDocument',
          { operation: 'GetPolicyVersion', result: 'PolicyVersion' },
          { PolicyArn: 'arn', VersionId: 'defaultVersionId' },
        ),
        field: 'document',
        immutable: true,
      },
    ],
    apart: 'arn',
    created: 'updateDate',
    dates: ['createDate', 'updateDate'],
  }),
  row('cloud/iamRoles', 'roleName', Iam, iam('ListRoles', 'Roles'), {
    global: true,
    created: 'createDate',
    dates: ['createDate', 'roleLastUsed.lastUsedDate'],
  }),
  row('cloud/iamUsers', 'name', Iam, iam('ListUsers', 'Users'), {
    global: true,
    details: [
      { ...about('groups', iam('ListGroupsForUser', 'Groups'), OF_USER), field: 'groupName' },
      about('accessKeys', iam('ListAccessKeys', 'AccessKeyMetadata'), OF_USER),
      about('userPolicies', iam('ListUserPolicies', 'PolicyNames'), OF_USER),
    ],
    document: withAttributes('userName'),
    created: 'attributes.createDate',
    dates: ['accessKeys.createDate', 'attributes.createDate', 'attributes.passwordLastUsed'],
  }),
  row('cloud/iamVirtualMFADevices', 'serialNumber/', Iam, iam('ListVirtualMFADevices', 'VirtualMFADevices'), {
    global: true,
    apart: 'serialNumber',
    created: 'enableDate',
    dates: ['enableDate', 'user.createDate', 'user.passwordLastUsed'],
  }),
  row(
    'cloud/loadBalancers',
    'loadBalancerName',
    Elb,
    balancers('DescribeLoadBalancers', 'LoadBalancerDescriptions'),
    {
      details: [
        {
          operation: 'DescribeTags',
          result: 'TagDescriptions',
          as: 'tags',
          from: { LoadBalancerNames: 'loadBalancerName' },
          batch: { size: 20, by: 'loadBalancerName' },
          field: 'tags',
          gone: NO_BALANCER,
        },
      ],
      asAnswered: ['tags'],
      created: 'createdTime',
      dates: ['createdTime'],
    },
  ),
  row(
    'cloud/loadBalancersV2',
    'loadBalancerName',
    ElbV2,
    balancers('DescribeLoadBalancers', 'LoadBalancers'),
    {
      details: [
        {
          ...balancers('DescribeListeners', 'Listeners'),
          as: 'listeners',
          from: { LoadBalancerArn: 'loadBalancerArn' },
          gone: NO_BALANCER,
        },
      ],
      asAnswered: ['listeners'],
      created: 'createdTime',
      dates: ['createdTime'],
    },
  ),
  row('cloud/stacks', 'stackName', CloudFormation, formation('DescribeStacks', 'Stacks'), {
    details: [
      {
        ...formation('ListStackResources', 'StackResourceSummaries'),
        as: 'resources',
        from: { StackName: 'stackId' },
        // The name is the only input, so a validation error means that the stack does not exist.
        gone: ['ValidationError'],
      },
    ],
    asAnswered: ['resources'],
    created: 'creationTime',
    dates: [
      'creationTime',
      'deletionTime',
      'driftInformation.lastCheckTimestamp',
      'lastUpdatedTime',
      'resources.driftInformation.lastCheckTimestamp',
      'resources.lastUpdatedTimestamp',
    ],
    everyMs: HOUR_MS,
  }),
  row('cloud/targetGroups', 'targetGroupName', ElbV2, balancers('DescribeTargetGroups', 'TargetGroups')),
  row(
    'view/loadBalancerInstances',
    'name',
    Elb,
    balancers('DescribeLoadBalancers', 'LoadBalancerDescriptions'),
    {
      details: [
        {
          operation: 'DescribeInstanceHealth',
          result: 'InstanceStates',
          as: 'instances',
          from: { LoadBalancerName: 'loadBalancerName' },
          gone: NO_BALANCER,
        },
      ],
      document: healthDocument,
      asAnswered: ['instances'],
    },
  ),
  row(
    'view/simpleQueues',
    'name',
    Sqs,
    {
      operation: 'ListQueues',
      result: 'QueueUrls',
      next: TOKEN,
      size: { field: 'MaxResults', min: 1, max: 1000 },
    },
    {
      details: [
        {
          operation: 'GetQueueAttributes',
          input: { AttributeNames: ['All'] },
          result: 'Attributes',
          map: true,
          as: 'attributes',
          from: { QueueUrl: '' },
          gone: ['AWS.SimpleQueueService.NonExistentQueue', 'QueueDoesNotExist'],
        },
      ],
      document: queueDocument,
      created: 'attributes.CreatedTimestamp',
      insignificant: ['attributes.Approx*'],
    },
  ),
];
