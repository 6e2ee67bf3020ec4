import { ProviderService, type ProviderRow } from '../collections/collection-definition';
import { HOUR_MS, RESULTS, ec2, row, scaling } from './aws-calls';
import { AWS_SERVICE_ROWS } from './aws-service-rows';
import { TRAIL_ROWS } from './trail-rows';

/** The fields of an instance with times. */
export const INSTANCE_DATES = [
  'launchTime',
  'blockDeviceMappings.ebs.attachTime',
  'elasticInferenceAcceleratorAssociations.elasticInferenceAcceleratorAssociationTime',
  'networkInterfaces.attachment.attachTime',
  'secondaryInterfaces.attachment.attachTime',
  'usageOperationUpdateTime',
] as const;

const { AutoScaling, Ec2 } = ProviderService;

const AWS_COMPUTE_ROWS: readonly ProviderRow[] = [
  row('cloud/addresses', 'publicIp,allocationId', Ec2, {
    operation: 'DescribeAddresses',
    result: 'Addresses',
  }),
  row(
    'cloud/autoScalingGroups',
    'autoScalingGroupName',
    AutoScaling,
    scaling('DescribeAutoScalingGroups', 'AutoScalingGroups'),
    { created: 'createdTime', dates: ['createdTime'], tagGuard: true },
  ),
  row('cloud/images', 'imageId', Ec2, ec2('DescribeImages', 'Images'), {
    owners: 'Owners',
    created: 'creationDate',
    dates: [
      'imageWatermarks.sourceImageCreationTime',
      'imageWatermarks.watermarkCreationTime',
      'scanResults.criticalFixAvailableSince',
      'scanResults.findingScanDate',
      'scanResults.highFixAvailableSince',
      'scanResults.informationalFixAvailableSince',
      'scanResults.lowFixAvailableSince',
      'scanResults.mediumFixAvailableSince',
    ],
    tagGuard: true,
  }),
  row('cloud/instances', 'reservationId', Ec2, ec2('DescribeInstances', 'Reservations'), {
    dates: INSTANCE_DATES.map((path) => `instances.${path}`),
    tagGuard: true,
    unnamed: true,
  }),
  row(
    'cloud/launchConfigurations',
    'launchConfigurationName',
    AutoScaling,
    scaling('DescribeLaunchConfigurations', 'LaunchConfigurations'),
    { created: 'createdTime', dates: ['createdTime'] },
  ),
  row(
    'cloud/reservedInstances',
    'reservedInstancesId',
    Ec2,
    { operation: 'DescribeReservedInstances', result: 'ReservedInstances' },
    { created: 'start', dates: ['end', 'start'] },
  ),
  row(
    'cloud/reservedInstancesOfferings',
    'reservedInstancesOfferingId',
    Ec2,
    {
      ...ec2('DescribeReservedInstancesOfferings', 'ReservedInstancesOfferings'),
      size: { ...RESULTS, max: 100 },
    },
    { everyMs: HOUR_MS },
  ),
  row(
    'cloud/scalingActivities',
    'activityId',
    AutoScaling,
    scaling('DescribeScalingActivities', 'Activities'),
    { created: 'startTime', dates: ['endTime', 'startTime'] },
  ),
  row(
    'cloud/scalingPolicies',
    'policyName|autoScalingGroupName',
    AutoScaling,
    scaling('DescribePolicies', 'ScalingPolicies'),
  ),
  row(
    'cloud/scheduledActions',
    'scheduledActionARN,scheduledActionName|autoScalingGroupName',
    AutoScaling,
    scaling('DescribeScheduledActions', 'ScheduledUpdateGroupActions'),
    { dates: ['endTime', 'startTime', 'time'], unnamed: true },
  ),
  row('cloud/securityGroups', 'groupId', Ec2, ec2('DescribeSecurityGroups', 'SecurityGroups'), {
    tagGuard: true,
  }),
  row('cloud/snapshots', 'snapshotId', Ec2, ec2('DescribeSnapshots', 'Snapshots'), {
    owners: 'OwnerIds',
    created: 'startTime',
    dates: ['completionTime', 'restoreExpiryTime', 'startTime'],
    tagGuard: true,
  }),
  row('cloud/subnets', 'subnetId', Ec2, ec2('DescribeSubnets', 'Subnets'), { tagGuard: true }),
  row('cloud/tags', 'key|resourceType|resourceId', Ec2, ec2('DescribeTags', 'Tags')),
  row('cloud/volumes', 'volumeId', Ec2, ec2('DescribeVolumes', 'Volumes'), {
    created: 'createTime',
    dates: ['attachments.attachTime', 'createTime'],
    tagGuard: true,
  }),
  row('cloud/vpcs', 'vpcId', Ec2, ec2('DescribeVpcs', 'Vpcs')),
];

/** The collections of AWS, each with its calls (V2-CRAWL-10). `collections/id-rule.ts` explains the rules of ids, such as `a,b|c`. */
export const AWS_ROWS: readonly ProviderRow[] = [
  ...AWS_COMPUTE_ROWS,
  ...AWS_SERVICE_ROWS,
  ...TRAIL_ROWS,
].sort((a, b) => (a.name < b.name ? -1 : 1));
