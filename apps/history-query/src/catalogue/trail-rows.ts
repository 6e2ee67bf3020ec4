import {
  ProviderService,
  type DocumentBuilder,
  type ProviderRow,
} from '../collections/collection-definition';
import { GLOBAL_TRAIL, TRAIL } from '../collections/collections';
import { fieldOf, isJsonObject, type Json, type JsonObject } from '../json/json';
import type { ProviderAccount } from '../collections/provider-account';
import { HOUR_MS, row } from './aws-calls';

/** Fields of the provider's record that say who called, from where, with what result. Its answers are left out: they can contain credentials. */
const OF_RECORD = [
  'awsRegion',
  'errorCode',
  'errorMessage',
  'requestParameters',
  'sourceIPAddress',
  'userAgent',
];

/** Builds an event from its entry in a trail and the record in it (V2-WHO-6). */
export const trailDocument: DocumentBuilder = (listed) => {
  if (!isJsonObject(listed)) return listed;
  const { cloudTrailEvent, ...event } = listed;
  const record = recordIn(cloudTrailEvent);
  const more: JsonObject = {};
  for (const field of OF_RECORD) {
    const value = fieldOf(record, field);
    if (value !== undefined && value !== null) more[field] = value;
  }
  const userArn = fieldOf(fieldOf(record, 'userIdentity'), 'arn');
  return { ...event, ...more, ...(userArn !== undefined && { userArn }) };
};

/** Returns undefined for an unreadable record: one event must not fail every crawl. */
function recordIn(text: Json | undefined): Json | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

const trail = (name: string, more: Partial<ProviderRow> = {}): ProviderRow =>
  row(
    `cloud/${name}`,
    'eventId',
    ProviderService.CloudTrail,
    {
      operation: 'LookupEvents',
      result: 'Events',
      input: { LookupAttributes: [{ AttributeKey: 'ReadOnly', AttributeValue: 'false' }] },
      next: { NextToken: 'NextToken' },
      size: { field: 'MaxResults', min: 1, max: 50 },
    },
    {
      created: 'eventTime',
      dates: ['eventTime'],
      document: trailDocument,
      lookBack: { field: 'StartTime', ms: HOUR_MS },
      rolling: true,
      // The provider answers two requests a second, shared by all who ask.
      everyMs: 5 * 60_000,
      ...more,
    },
  );

/** The trails of an account: of its region, and of the region in which the provider records calls of global services. */
export const TRAIL_ROWS: readonly ProviderRow[] = [trail(TRAIL), trail(GLOBAL_TRAIL, { global: true })];

/** The region of an account, or for the trail of global services the one in which its partition records their calls. */
export const placeOf = ({ name }: ProviderRow, account: ProviderAccount): ProviderAccount =>
  name === `cloud/${GLOBAL_TRAIL}` ? { ...account, region: globalRegion(account.region) } : account;

/** In the region of global services, one trail has all events. */
export const isSameTrail = ({ name }: ProviderRow, { region }: ProviderAccount): boolean =>
  name === `cloud/${GLOBAL_TRAIL}` && region === globalRegion(region);

function globalRegion(region: string): string {
  if (region.startsWith('cn-')) return 'cn-north-1';
  return region.startsWith('us-gov-') ? 'us-gov-west-1' : 'us-east-1';
}

/** The `eventSource` of the events of each service. */
export const EVENT_SOURCES: Readonly<Record<ProviderService, string>> = {
  autoScaling: 'autoscaling.amazonaws.com',
  cloudFormation: 'cloudformation.amazonaws.com',
  cloudTrail: 'cloudtrail.amazonaws.com',
  cloudWatch: 'monitoring.amazonaws.com',
  ec2: 'ec2.amazonaws.com',
  elastiCache: 'elasticache.amazonaws.com',
  elb: 'elasticloadbalancing.amazonaws.com',
  elbV2: 'elasticloadbalancing.amazonaws.com',
  iam: 'iam.amazonaws.com',
  rds: 'rds.amazonaws.com',
  route53: 'route53.amazonaws.com',
  s3: 's3.amazonaws.com',
  sqs: 'sqs.amazonaws.com',
};
