import type {
  DetailCall,
  DocumentBuilder,
  ProviderCall,
  ProviderRow,
  ProviderService,
} from '../collections/collection-definition';
import { fieldOf, isJsonObject } from '../json/json';

/** Defines a collection: its name, the rule of its ids, the service and its list call, and whatever else it has. */
export const row = (
  name: string,
  id: string,
  service: ProviderService,
  list: ProviderCall,
  more: Omit<ProviderRow, 'name' | 'id' | 'service' | 'list'> = {},
): ProviderRow => ({ name, id, service, list, ...more });

export const TOKEN = { NextToken: 'NextToken' };
const MARKER = { Marker: 'Marker' };
const NEXT_MARKER = { Marker: 'NextMarker' };

export const RESULTS = { field: 'MaxResults', min: 5, max: 1000 };
export const ZONE_ITEMS = { field: 'MaxItems', min: 1, max: 100 };

const paged =
  (next: Readonly<Record<string, string>>, size?: ProviderCall['size']) =>
  (operation: string, result: string): ProviderCall => ({ operation, result, next, ...(size && { size }) });
export const ec2 = paged(TOKEN, RESULTS);
export const scaling = paged(TOKEN, { field: 'MaxRecords', min: 1, max: 100 });
export const stored = paged(MARKER, { field: 'MaxRecords', min: 20, max: 100 });
export const iam = paged(MARKER, { field: 'MaxItems', min: 1, max: 1000 });
export const zones = paged(NEXT_MARKER, ZONE_ITEMS);
export const balancers = paged(NEXT_MARKER, { field: 'PageSize', min: 1, max: 400 });
export const formation = paged(TOKEN);

/** Defines a detail call for each user, group or policy; one that was deleted in the meantime is left out. */
export const about = (as: string, call: ProviderCall, from: DetailCall['from']): DetailCall => ({
  ...call,
  as,
  from,
  gone: ['NoSuchEntity', 'NoSuchEntityException'],
});

export const NO_BALANCER = [
  'LoadBalancerNotFound',
  'LoadBalancerNotFoundException',
  'AccessPointNotFoundException',
];
export const HOUR_MS = 3_600_000;

export const withAttributes =
  (name: string): DocumentBuilder =>
  (listed, details) => ({ name: fieldOf(listed, name) ?? null, attributes: listed, ...details });

export const recordSetDocuments: DocumentBuilder = (listed, { records = [] }) => {
  const zone = { id: fieldOf(listed, 'id') ?? null, name: fieldOf(listed, 'name') ?? null };
  if (!Array.isArray(records)) return [];
  return records.map((record) => (isJsonObject(record) ? { ...record, zone } : record));
};

/** Builds a queue from its address and its attributes (V2-AREA-7). */
export const queueDocument: DocumentBuilder = (url, { attributes = {} }) => {
  if (typeof url !== 'string') throw new Error('a queue URL is not a text');
  return { name: url.slice(url.lastIndexOf('/') + 1), url, attributes };
};

/** A database with its ARN and tags under the names used by every other collection. */
export const databaseDocument: DocumentBuilder = (database, { tags = [] }) =>
  isJsonObject(database) ? { ...database, arn: fieldOf(database, 'DBInstanceArn') ?? null, tags } : database;

export const healthDocument: DocumentBuilder = (balancer, { instances = [] }) => ({
  name: fieldOf(balancer, 'loadBalancerName') ?? null,
  instances,
});
