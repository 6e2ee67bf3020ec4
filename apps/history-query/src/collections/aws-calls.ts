import type { DetailCall, ProviderCall } from './provider-call';

export const TOKEN = { NextToken: 'NextToken' };
const MARKER = { Marker: 'Marker' };
const NEXT_MARKER = { Marker: 'NextMarker' };

export const RESULTS = { field: 'MaxResults', min: 5, max: 1000 };
const SCALING_RECORDS = { field: 'MaxRecords', min: 1, max: 100 };
const STORE_RECORDS = { field: 'MaxRecords', min: 20, max: 100 };
const ITEMS = { field: 'MaxItems', min: 1, max: 1000 };
export const ZONE_ITEMS = { field: 'MaxItems', min: 1, max: 100 };
const BALANCERS = { field: 'PageSize', min: 1, max: 400 };

const paged =
  (next: Readonly<Record<string, string>>, size: ProviderCall['size']) =>
  (operation: string, result: string): ProviderCall => ({ operation, result, next, ...(size && { size }) });
export const ec2 = paged(TOKEN, RESULTS);
export const scaling = paged(TOKEN, SCALING_RECORDS);
export const stored = paged(MARKER, STORE_RECORDS);
export const iam = paged(MARKER, ITEMS);
export const zones = paged(NEXT_MARKER, ZONE_ITEMS);
export const balancers = paged(NEXT_MARKER, BALANCERS);
export const formation = paged(TOKEN, undefined);

/** What is asked about each user, group or policy; one that is gone meanwhile is left out. */
export const about = (
  as: string,
  call: ProviderCall,
  from: DetailCall['from'],
  field?: string,
): DetailCall => ({
  ...call,
  as,
  from,
  gone: ['NoSuchEntity', 'NoSuchEntityException'],
  ...(field === undefined ? {} : { field }),
});

export const NO_BALANCER = [
  'LoadBalancerNotFound',
  'LoadBalancerNotFoundException',
  'AccessPointNotFoundException',
];
export const HOUR_MS = 3_600_000;
