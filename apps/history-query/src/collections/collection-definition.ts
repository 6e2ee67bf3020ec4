import type { Json } from '../json';
import { datePaths, type DatePaths } from '../rendering/date-paths';
import { readIdRule, type IdRule } from './id-rule';
import type { ProviderAccount } from './provider-account';
import type { ProviderRow } from './provider-row';

/** Recorded raw answers in a folder of the collection's name, replayed with their times. */
export interface RecordingSource {
  kind: 'files';
  /** The documents in one recorded answer. */
  documents: (answer: Json) => Json[];
}

/** The list of one of this project's registries, read over HTTP. */
export interface RegistrySource {
  kind: 'registry';
  registry: RegistryName;
}

/** The registries: those of job orchestration, and the job clusters of streaming control. */
export type RegistryName = 'applications' | 'clusters' | 'commands' | 'jobClusters';

/** A list that any HTTP service answers as JSON. */
export interface HttpSource {
  kind: 'http';
  url: string;
  /** Path of the list in the answer; empty when the answer is the list. */
  list: readonly string[];
  /** Path of the next page's address; undefined when there are no pages. */
  next: readonly string[] | undefined;
}

/** Calls of a cloud provider's API, in one account. */
export interface ProviderSource {
  kind: 'aws';
  row: ProviderRow;
  account: ProviderAccount;
}

/** Derived from what another collection's crawl brought, in the same transaction. */
export interface ViewSource {
  kind: 'view';
  of: string;
  documents: (parent: Json) => Json[];
}

/**
 * Memberships derived from what an auto scaling group crawl brought, in the same transaction. A revision is
 * made only when the members change, and a time range merges the revisions of a group.
 */
export interface GroupSource {
  kind: 'group';
  of: string;
  /** The collection that holds the members' own documents. */
  members: string;
}

export type CollectionSource =
  RecordingSource | RegistrySource | HttpSource | ProviderSource | ViewSource | GroupSource;

/** A source that is another collection's crawl. */
export type DerivedSource = ViewSource | GroupSource;

export const isDerived = (source: CollectionSource): source is DerivedSource =>
  source.kind === 'view' || source.kind === 'group';

/** A collection, as data. */
export interface CollectionDefinition {
  /** `area/collection`; of a named account `account.area/collection`. */
  name: string;
  source: CollectionSource;
  /** How the id is made from a document. */
  id: IdRule;
  /** What tells documents of one id apart; undefined when an id is given once only. */
  apart: IdRule | undefined;
  /** Path of the creation time; undefined when documents tell none. */
  created: readonly string[] | undefined;
  /** Fields with times. */
  dates: DatePaths;
  /** True for answers of a cloud provider: arrays are sets, tags are reachable by key. */
  provider: boolean;
  /** Lists at the top of a document that a crawl puts together itself: they keep the provider's order. */
  asAnswered: ReadonlySet<string>;
  /** Keys of tags whose values are not kept: of a provider's answers only. */
  suppressedTags: ReadonlySet<string>;
  /** Fields whose change makes no revision. */
  insignificant: readonly (readonly string[])[];
  /** A crawl that brings no tag at all is not believed when there were tags. */
  tagGuard: boolean;
  /** The shortest pause between two crawls, ms; undefined when the installation's counts. */
  everyMs: number | undefined;
  /** Of one collection over several accounts: the collections of the accounts. */
  parts: readonly CollectionDefinition[];
}

/** A row of the catalogue, paths dotted. */
export interface CollectionRow {
  name: string;
  source: CollectionSource;
  /** {@link readIdRule} */
  id: string;
  apart?: string;
  created?: string;
  dates?: readonly string[];
  provider?: boolean;
  asAnswered?: readonly string[];
  suppressedTags?: readonly string[];
  insignificant?: readonly string[];
  tagGuard?: boolean;
  everyMs?: number;
}

/** Reads a row. */
export function defineCollection(row: CollectionRow): CollectionDefinition {
  return {
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
    parts: [],
  };
}
