import { runToEnd } from '../time-slices/time-slices';
import { shapeDocuments } from '../crawls/shape-documents';
import type { Json } from '../json/json';
import { MAP_FIELDS, fromAnswer } from '../sources/aws/answer-pages';
import { LIBRARIES } from '../sources/aws/aws-clients.gateway';
import { apiName, documentsFrom } from '../collections/provider-row';
import { AWS_ROWS } from './aws-rows';
import { collectionsOf } from './collection-catalogue';
import type { DetailCall, ProviderCall, ProviderRow } from '../collections/collection-definition';
import { Shape, operationShapes } from '../../test/support/api-shapes';

/** The field that the id of each collection is made of. */
const IDS: Readonly<Record<string, string>> = {
  'cloud/addresses': 'publicIp',
  'cloud/alarms': 'alarmName',
  'cloud/autoScalingGroups': 'autoScalingGroupName',
  'cloud/buckets': 'name',
  'cloud/cacheClusters': 'cacheClusterId',
  'cloud/databases': 'DBInstanceIdentifier',
  'cloud/databaseSubnets': 'DBSubnetGroupName',
  'cloud/globalTrailEvents': 'eventId',
  'cloud/hostedRecords': 'name',
  'cloud/hostedZones': 'name',
  'cloud/iamGroups': 'name',
  'cloud/iamPolicies': 'policyName',
  'cloud/iamRoles': 'roleName',
  'cloud/iamUsers': 'name',
  'cloud/iamVirtualMFADevices': 'serialNumber',
  'cloud/images': 'imageId',
  'cloud/instances': 'reservationId',
  'cloud/launchConfigurations': 'launchConfigurationName',
  'cloud/loadBalancers': 'loadBalancerName',
  'cloud/loadBalancersV2': 'loadBalancerName',
  'cloud/reservedInstances': 'reservedInstancesId',
  'cloud/reservedInstancesOfferings': 'reservedInstancesOfferingId',
  'cloud/scalingActivities': 'activityId',
  'cloud/scalingPolicies': 'policyName',
  'cloud/scheduledActions': 'scheduledActionARN',
  'cloud/securityGroups': 'groupId',
  'cloud/snapshots': 'snapshotId',
  'cloud/stacks': 'stackName',
  'cloud/subnets': 'subnetId',
  'cloud/tags': 'key',
  'cloud/targetGroups': 'targetGroupName',
  'cloud/trailEvents': 'eventId',
  'cloud/volumes': 'volumeId',
  'cloud/vpcs': 'vpcId',
  'view/loadBalancerInstances': 'name',
  'view/simpleQueues': 'name',
};

const CREATED = [
  ...['cloud/autoScalingGroups', 'cloud/buckets', 'cloud/iamGroups', 'cloud/iamPolicies', 'cloud/iamRoles'],
  ...['cloud/iamUsers', 'cloud/iamVirtualMFADevices', 'cloud/launchConfigurations', 'cloud/loadBalancers'],
  ...['cloud/reservedInstances', 'cloud/snapshots', 'cloud/volumes', 'view/simpleQueues'],
];

const TAG_GUARDED = [
  ...[
    'cloud/autoScalingGroups',
    'cloud/images',
    'cloud/instances',
    'cloud/securityGroups',
    'cloud/snapshots',
  ],
  ...['cloud/subnets', 'cloud/volumes'],
];

const rowOf = (name: string): ProviderRow => {
  const row = AWS_ROWS.find((one) => one.name === name);
  if (!row) throw new Error(`no row ${name}`);
  return row;
};

const callsOf = ({ list, details = [] }: ProviderRow): (ProviderCall | DetailCall)[] => [list, ...details];

/** Each row's name, for `it.each`. */
const NAMES = AWS_ROWS.map(({ name }) => name);

describe('the table of AWS collections', () => {
  it('[V2-CRAWL-10] has every collection with its id rule', () => {
    const ids = AWS_ROWS.map(({ name, id }) => [name, /^[^|/?,]+/.exec(id)?.[0]]);
    expect(Object.fromEntries(ids)).toEqual(IDS);
  });

  it('has the creation times and tag guards', () => {
    const created = AWS_ROWS.filter((row) => row.created !== undefined).map(({ name }) => name);
    expect(created).toEqual(expect.arrayContaining(CREATED));
    expect(AWS_ROWS.filter((row) => row.tagGuard).map(({ name }) => name)).toEqual(TAG_GUARDED);
  });

  describe.each(NAMES)('%s', (name) => {
    const row = rowOf(name);

    it('[V2-CRAWL-10] uses only calls of the API, with all their pages', async () => {
      const library = await LIBRARIES[row.service].load();
      for (const call of callsOf(row)) {
        const { input, output } = operationShapes(library, call.operation);
        const outputs = output.members;
        expect(outputs).toHaveProperty(call.result);
        const inputs = [...Object.keys(call.input ?? {}), ...Object.keys(call.next ?? {})];
        if (call.size) inputs.push(call.size.field);
        if ('from' in call) inputs.push(...Object.keys(call.from));
        if (row.owners !== undefined && call === row.list) inputs.push(row.owners);
        expect(Object.keys(input.members)).toEqual(expect.arrayContaining(inputs));
        const tokens = Object.keys(outputs).filter((field) =>
          /^(Next.*|Marker|ContinuationToken)$/.test(field),
        );
        const asked = Object.values(call.next ?? {});
        // A list of zones repeats the request's own marker.
        expect(tokens.filter((token) => !asked.includes(token) && !asked.includes(`Next${token}`))).toEqual(
          [],
        );
        expect(outputs[call.result]?.isMap).toBe(call.map ?? false);
      }
    });

    it('lists all times, and takes id and creation time from existing fields', async () => {
      const { dates, fields } = await documentShape(row);
      expect([...(row.dates ?? [])].sort()).toEqual(dates);
      const named = [
        ...`${row.id}|${row.apart ?? row.id}`.split(/[|,]/),
        row.created ?? /^\w+/.exec(row.id)?.[0] ?? '',
      ]
        .map((path) => path.replace(/(?<![/?])[/?]+$/, ''))
        .filter((path) => !path.startsWith('attributes.Created'));
      for (const path of named) expect(fields).toContain(path);
    });
  });

  it('renames no keys of maps', async () => {
    const maps = new Set<string>();
    for (const row of AWS_ROWS) {
      const library = await LIBRARIES[row.service].load();
      for (const call of callsOf(row)) {
        const result = operationShapes(library, call.operation).output.members[call.result];
        for (const path of result?.below((shape) => shape.isMap) ?? [])
          maps.add(path.split('.').at(-1) ?? '');
      }
    }
    maps.delete('');
    expect(maps).toEqual(MAP_FIELDS);
  });
});

/** Paths of times and of all fields in a row's documents, from the description of the API. */
async function documentShape(row: ProviderRow): Promise<{ dates: string[]; fields: string[] }> {
  const library = await LIBRARIES[row.service].load();
  const resultOf = (call: ProviderCall): Shape | undefined =>
    operationShapes(library, call.operation).output.members[call.result];
  const example = (shape: Shape | undefined): Json =>
    fromAnswer(shape?.example({ time: () => new Date(MARK), text: () => 'x' })) ?? null;
  const listed = example(resultOf(row.list));
  const [thing = null] = Array.isArray(listed) ? listed : [];
  const details: Record<string, Json> = {};
  for (const detail of row.details ?? []) {
    const result = example(resultOf(detail));
    const one = detail.batch && Array.isArray(result) ? (result[0] ?? null) : result;
    const pick = (value: Json): Json =>
      detail.field ? ((value as Record<string, Json>)[detail.field] ?? null) : value;
    details[detail.as] = Array.isArray(one) ? one.map(pick) : pick(one);
  }
  const [document = null] = documentsFrom(row, thing, details);
  const dates = new Set<string>();
  const fields = new Set<string>();
  walk(document, '', (path, value) => {
    fields.add(path);
    if (value === MARK) dates.add(path);
  });
  return { dates: [...dates].sort(), fields: [...fields] };
}

const MARK = 1_791_180_000_000;

function walk(value: Json, path: string, see: (path: string, value: Json) => void): void {
  if (Array.isArray(value)) return value.forEach((one) => walk(one, path, see));
  if (path !== '') see(path, value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, field] of Object.entries(value)) walk(field, path === '' ? key : `${path}.${key}`, see);
}

describe('documents of real responses', () => {
  const shape = (
    name: string,
    answers: unknown[],
    details: Record<string, unknown> = {},
  ): [string, Json][] => {
    const collection = collectionsOf([]).find((one) => one.name === name);
    if (!collection) throw new Error(name);
    const told = Object.fromEntries(
      Object.entries(details).map(([key, one]) => [key, fromAnswer(one) ?? null]),
    );
    const raw = answers.flatMap((one) => documentsFrom(rowOf(name), fromAnswer(one) ?? null, told));
    return runToEnd(shapeDocuments(collection, raw)).map(({ id, json }) => [id, JSON.parse(json) as Json]);
  };

  it('[V2-DOC-2] name fields as the spec does', () => {
    const [[id, reservation] = []] = shape('cloud/instances', [RESERVATION]);
    expect(id).toBe('r-1');
    expect(reservation).toEqual({
      reservationId: 'r-1',
      ownerId: '123456789012',
      instances: [
        {
          instanceId: 'i-1',
          imageId: 'ami-1',
          instanceType: 't3.micro',
          launchTime: MARK,
          publicIpAddress: '203.0.113.5',
          state: { code: 16, name: 'running' },
          placement: { availabilityZone: 'us-east-1a', groupName: '', tenancy: 'default' },
          securityGroups: [
            { groupId: 'sg-1', groupName: 'a' },
            { groupId: 'sg-2', groupName: 'b' },
          ],
          tags: [
            { key: 'owner', owner: 'x', value: 'x' },
            { key: 'Name', Name: 'web', value: 'web' },
          ],
        },
      ],
    });
  });

  it('keep names that begin with capitals', () => {
    expect(
      [
        'DBInstanceIdentifier',
        'VPCZoneIdentifier',
        'TTL',
        'AutoScalingGroupARN',
        'Key',
        'EbsOptimized',
        'x',
        '',
      ].map(apiName),
    ).toEqual([
      'DBInstanceIdentifier',
      'VPCZoneIdentifier',
      'TTL',
      'autoScalingGroupARN',
      'key',
      'ebsOptimized',
      'x',
      '',
    ]);
  });

  it('distinguish records of one name and name their zone', () => {
    const zone = { Id: '/hostedzone/Z1', Name: 'example.com.' };
    const records = [
      { Name: 'www.example.com.', Type: 'A', TTL: 60, SetIdentifier: 'blue' },
      { Name: 'www.example.com.', Type: 'A', TTL: 60, SetIdentifier: 'green' },
      { Name: 'www.example.com.', Type: 'TXT', TTL: 60 },
    ];
    const documents = shape('cloud/hostedRecords', [zone], { records });
    expect(documents.map(([id]) => id)).toEqual([
      'www.example.com.|A|Z1|blue',
      'www.example.com.|A|Z1|green',
      'www.example.com.|TXT|Z1',
    ]);
    expect(documents[2]?.[1]).toEqual({
      name: 'www.example.com.',
      type: 'TXT',
      TTL: 60,
      zone: { id: '/hostedzone/Z1', name: 'example.com.' },
    });
  });

  it('contain the details of a user', () => {
    const user = { UserName: 'alice', CreateDate: new Date(MARK) };
    const details = {
      groups: ['ops', 'dev'],
      accessKeys: [{ AccessKeyId: 'AK', CreateDate: new Date(MARK) }],
      userPolicies: [],
    };
    expect(shape('cloud/iamUsers', [user], details)).toEqual([
      [
        'alice',
        {
          name: 'alice',
          attributes: { userName: 'alice', createDate: MARK },
          groups: ['dev', 'ops'],
          accessKeys: [{ accessKeyId: 'AK', createDate: MARK }],
          userPolicies: [],
        },
      ],
    ]);
  });

  it('have unique ids where names are ambiguous', () => {
    const policy = (group: string) => ({ PolicyName: 'scale-out', AutoScalingGroupName: group });
    expect(shape('cloud/scalingPolicies', [policy('web'), policy('api')]).map(([id]) => id)).toEqual([
      'scale-out|web',
      'scale-out|api',
    ]);
    const tag = { Key: 'owner', ResourceType: 'vpc', ResourceId: 'vpc-1', Value: 'x' };
    expect(shape('cloud/tags', [tag]).map(([id]) => id)).toEqual(['owner|vpc|vpc-1']);
    const device = { SerialNumber: 'arn:aws:iam::1:mfa/team/phone', Base32StringSeed: new Uint8Array([1]) };
    expect(shape('cloud/iamVirtualMFADevices', [device])).toEqual([
      ['phone', { serialNumber: 'arn:aws:iam::1:mfa/team/phone' }],
    ]);
  });
});

/** A response as the client library returns it. */
const RESERVATION = {
  ReservationId: 'r-1',
  OwnerId: '123456789012',
  RequesterId: undefined,
  Instances: [
    {
      InstanceId: 'i-1',
      ImageId: 'ami-1',
      InstanceType: 't3.micro',
      LaunchTime: new Date(MARK),
      PublicIpAddress: '203.0.113.5',
      State: { Code: 16, Name: 'running' },
      Placement: { AvailabilityZone: 'us-east-1a', GroupName: '', Tenancy: 'default' },
      SecurityGroups: [
        { GroupId: 'sg-2', GroupName: 'b' },
        { GroupId: 'sg-1', GroupName: 'a' },
      ],
      Tags: [
        { Key: 'owner', Value: 'x' },
        { Key: 'Name', Value: 'web' },
      ],
    },
  ],
};
