import { HOUR_MS, RESULTS, ec2, scaling } from './aws-calls';
import { ProviderService } from './provider-call';
import type { ProviderRow } from './provider-row';

/** Where documents of instances hold times. */
export const INSTANCE_DATES = [
  'launchTime',
  'blockDeviceMappings.ebs.attachTime',
  'elasticInferenceAcceleratorAssociations.elasticInferenceAcceleratorAssociationTime',
  'networkInterfaces.attachment.attachTime',
  'secondaryInterfaces.attachment.attachTime',
  'usageOperationUpdateTime',
] as const;

const { AutoScaling, Ec2 } = ProviderService;

/** Machines, what belongs to them, and their groups. */
export const AWS_COMPUTE_ROWS: readonly ProviderRow[] = [
  {
    name: 'cloud/addresses',
    service: Ec2,
    list: { operation: 'DescribeAddresses', result: 'Addresses' },
    id: 'publicIp,allocationId',
  },
  {
    name: 'cloud/autoScalingGroups',
    service: AutoScaling,
    list: scaling('DescribeAutoScalingGroups', 'AutoScalingGroups'),
    id: 'autoScalingGroupName',
    created: 'createdTime',
    dates: ['createdTime'],
    tagGuard: true,
  },
  {
    name: 'cloud/images',
    service: Ec2,
    list: ec2('DescribeImages', 'Images'),
    owners: 'Owners',
    id: 'imageId',
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
  },
  {
    name: 'cloud/instances',
    service: Ec2,
    list: ec2('DescribeInstances', 'Reservations'),
    id: 'reservationId',
    dates: INSTANCE_DATES.map((path) => `instances.${path}`),
    tagGuard: true,
  },
  {
    name: 'cloud/launchConfigurations',
    service: AutoScaling,
    list: scaling('DescribeLaunchConfigurations', 'LaunchConfigurations'),
    id: 'launchConfigurationName',
    created: 'createdTime',
    dates: ['createdTime'],
  },
  {
    name: 'cloud/reservedInstances',
    service: Ec2,
    list: { operation: 'DescribeReservedInstances', result: 'ReservedInstances' },
    id: 'reservedInstancesId',
    created: 'start',
    dates: ['end', 'start'],
  },
  {
    name: 'cloud/reservedInstancesOfferings',
    service: Ec2,
    list: {
      ...ec2('DescribeReservedInstancesOfferings', 'ReservedInstancesOfferings'),
      size: { ...RESULTS, max: 100 },
    },
    id: 'reservedInstancesOfferingId',
    everyMs: HOUR_MS,
  },
  {
    name: 'cloud/scalingActivities',
    service: AutoScaling,
    list: scaling('DescribeScalingActivities', 'Activities'),
    id: 'activityId',
    created: 'startTime',
    dates: ['endTime', 'startTime'],
  },
  {
    name: 'cloud/scalingPolicies',
    service: AutoScaling,
    list: scaling('DescribePolicies', 'ScalingPolicies'),
    id: 'policyName|autoScalingGroupName',
  },
  {
    name: 'cloud/scheduledActions',
    service: AutoScaling,
    list: scaling('DescribeScheduledActions', 'ScheduledUpdateGroupActions'),
    id: 'scheduledActionARN,scheduledActionName|autoScalingGroupName',
    dates: ['endTime', 'startTime', 'time'],
  },
  {
    name: 'cloud/securityGroups',
    service: Ec2,
    list: ec2('DescribeSecurityGroups', 'SecurityGroups'),
    id: 'groupId',
    tagGuard: true,
  },
  {
    name: 'cloud/snapshots',
    service: Ec2,
    list: ec2('DescribeSnapshots', 'Snapshots'),
    owners: 'OwnerIds',
    id: 'snapshotId',
    created: 'startTime',
    dates: ['completionTime', 'restoreExpiryTime', 'startTime'],
    tagGuard: true,
  },
  {
    name: 'cloud/subnets',
    service: Ec2,
    list: ec2('DescribeSubnets', 'Subnets'),
    id: 'subnetId',
    tagGuard: true,
  },
  {
    name: 'cloud/tags',
    service: Ec2,
    list: ec2('DescribeTags', 'Tags'),
    id: 'key|resourceType|resourceId',
  },
  {
    name: 'cloud/volumes',
    service: Ec2,
    list: ec2('DescribeVolumes', 'Volumes'),
    id: 'volumeId',
    created: 'createTime',
    dates: ['attachments.attachTime', 'createTime'],
    tagGuard: true,
  },
  {
    name: 'cloud/vpcs',
    service: Ec2,
    list: ec2('DescribeVpcs', 'Vpcs'),
    id: 'vpcId',
  },
];
