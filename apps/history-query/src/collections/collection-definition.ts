import { datePaths, type DatePaths, type Json } from '../json/json';
import { readIdRule, type IdRule } from './id-rule';
import type { ProviderAccount } from './provider-account';

export const ProviderService = {
  AutoScaling: 'autoScaling',
  CloudFormation: 'cloudFormation',
  CloudTrail: 'cloudTrail',
  CloudWatch: 'cloudWatch',
  Ec2: 'ec2',
  ElastiCache: 'elastiCache',
  Elb: 'elb',
  ElbV2: 'elbV2',
  Iam: 'iam',
  Rds: 'rds',
  Route53: 'route53',
  S3: 's3',
  Sqs: 'sqs',
} as const;
export type ProviderService = (typeof ProviderService)[keyof typeof ProviderService];

/** A call of the provider's API with all its pages. Names of inputs and fields are those of the API. */
export interface ProviderCall {
  operation: string;
  /** Constant inputs. */
  input?: Readonly<Record<string, unknown>>;
  /** The field of the response with the result: a list, or one object. */
  result: string;
  /** Maps fields of a response to fields of the request for the next page; absent: no pages. */
  next?: Readonly<Record<string, string>>;
  /** The size parameter of the pages, and the provider's limits. */
  size?: { field: string; min: number; max: number };
  /** The result is a map: its keys are data, not field names. */
  map?: boolean;
}

/** A call for each listed object. */
export interface DetailCall extends ProviderCall {
  /** Name of the result for {@link DocumentBuilder}. */
  as: string;
  /** Maps input fields to fields of the listed object; an empty text is the object itself. */
  from: Readonly<Record<string, string>>;
  /** Errors that mean that the object was deleted since it was listed: then it is left out. */
  gone: readonly string[];
  /** Only this field of the result is used; in a list, of each element. */
  field?: string;
  /** Requests details of many objects at once; `by` is the field that assigns an element to its object. */
  batch?: { size: number; by: string };
  /** The result never changes, so it is requested once. */
  immutable?: boolean;
}

/** Builds documents from a listed object and its details, by the names of the details. */
export type DocumentBuilder = (listed: Json, details: Readonly<Record<string, Json>>) => Json | Json[];

/** A collection of a cloud provider: its calls, and the form of its documents. */
export interface ProviderRow extends Omit<CollectionRow, 'source'> {
  service: ProviderService;
  list: ProviderCall;
  /** In the order of the calls. */
  details?: readonly DetailCall[];
  /** @default the listed object with the details as further fields */
  document?: DocumentBuilder;
  /** Field of the list call for owners (`AWS_OWNERS`). */
  owners?: string;
  /** Field of the list call for the time from which on it lists, and how long ago that is, ms; longer after a pause. */
  lookBack?: { field: string; ms: number };
}

/** The registries: those of job orchestration with its nodes, and the job clusters of streaming control. */
export type RegistryName = 'applications' | 'clusters' | 'commands' | 'nodes' | 'jobClusters';

interface SourceKinds {
  /** Recorded raw responses in a folder of the collection's name, replayed with their times; `documents` reads one of them. */
  files: { documents: (answer: Json) => Json[] };
  /** The list of one of this project's registries, read over HTTP. */
  registry: { registry: RegistryName };
  /** A list that any HTTP service returns as JSON. Paths of the list (empty: the response itself), and of the next page's address. */
  http: { url: string; list: readonly string[]; next: readonly string[] | undefined };
  aws: { row: ProviderRow; account: ProviderAccount };
  /** Derived from the crawl of another collection, in the same transaction. */
  view: { of: string; documents: (parent: Json) => Json[] };
  /** Memberships of auto scaling groups: only a change of the members makes a revision, and a time range merges the revisions of a group. */
  group: { of: string; members: string };
}

export type SourceOf<K extends keyof SourceKinds> = { [P in K]: { kind: P } & SourceKinds[P] }[K];
export type CollectionSource = SourceOf<keyof SourceKinds>;

/** Reports whether a source derives from the crawl of another collection. */
export const isDerived = (source: CollectionSource): source is SourceOf<'view' | 'group'> =>
  source.kind === 'view' || source.kind === 'group';

/** A row of the catalogue. Paths are dotted. */
export interface CollectionRow {
  /** `area/collection`; in a named account `account.area/collection`. */
  name: string;
  source: CollectionSource;
  /** Rule of the document's id, as `readIdRule` reads it. */
  id: string;
  /** Rule that distinguishes documents of one id; undefined when ids are unique. */
  apart?: string;
  /** Path of the creation time; undefined when documents have none. */
  created?: string;
  dates?: readonly string[];
  /** True for responses of a cloud provider: arrays are sets, tags are reachable by key. */
  provider?: boolean;
  /** Top-level lists that a crawl builds itself: they keep the provider's order. */
  asAnswered?: readonly string[];
  /** Keys of tags whose values are not stored, for a provider's responses only. */
  suppressedTags?: readonly string[];
  /** Fields whose changes make no revision. */
  insignificant?: readonly string[];
  /** A crawl without any tag is rejected when there were tags before. */
  tagGuard?: boolean;
  /** Minimum pause between two crawls, ms; undefined: the default of the installation. */
  everyMs?: number;
  /** The list has the recent entries only: all of them may disappear at once. */
  rolling?: boolean;
  /** The service is the same in all regions of an account. */
  global?: boolean;
  /** Trail events do not name its documents by their ids, or not all of them: no event means nothing. */
  unnamed?: boolean;
  /** The `eventSource` of trail events about its documents; undefined: any. */
  eventSource?: string;
}

/** A collection, as data: its row, read. */
export interface CollectionDefinition extends Required<
  Pick<CollectionRow, 'name' | 'source' | 'provider' | 'tagGuard' | 'rolling' | 'global' | 'unnamed'>
> {
  id: IdRule;
  apart: IdRule | undefined;
  created: readonly string[] | undefined;
  dates: DatePaths;
  asAnswered: ReadonlySet<string>;
  suppressedTags: ReadonlySet<string>;
  insignificant: readonly (readonly string[])[];
  everyMs: number | undefined;
  eventSource: string | undefined;
  /** For one collection over several accounts: the collections of the accounts. */
  parts: readonly CollectionDefinition[];
}

export const defineCollection = (row: CollectionRow): CollectionDefinition => ({
  name: row.name,
  source: row.source,
  id: readIdRule(row.id),
  apart: row.apart === undefined ? undefined : readIdRule(row.apart),
  created: row.created?.split('.'),
  dates: datePaths(row.dates ?? []),
  provider: row.provider ?? false,
  asAnswered: new Set(row.asAnswered),
  suppressedTags: new Set(row.suppressedTags),
  insignificant: (row.insignificant ?? []).map((path) => path.split('.')),
  tagGuard: row.tagGuard ?? false,
  everyMs: row.everyMs,
  rolling: row.rolling ?? false,
  global: row.global ?? false,
  unnamed: row.unnamed ?? false,
  eventSource: row.eventSource,
  parts: [],
});
