import type { Json } from '../json';
import { datePaths, type DatePaths } from '../rendering/date-paths';

/** Recorded raw answers in a folder of the collection's name, replayed with their times. */
export interface RecordingSource {
  kind: 'files';
  /** The documents in one recorded answer. */
  documents: (answer: Json) => Json[];
}

/** The list of one of this project's registries, read over HTTP. */
export interface RegistrySource {
  kind: 'registry';
  service: 'jobs' | 'streams';
  path: string;
  /** Field with the list: under `_embedded` of HAL pages, or at the top of a plain list. */
  list: string;
  pages: 'hal' | 'none';
}

/** A list that any HTTP service answers as JSON. */
export interface HttpSource {
  kind: 'http';
  url: string;
  /** Path of the list in the answer; empty when the answer is the list. */
  list: readonly string[];
  /** Path of the next page's address; undefined when there are no pages. */
  next: readonly string[] | undefined;
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

export type CollectionSource = RecordingSource | RegistrySource | HttpSource | ViewSource | GroupSource;

/** A source that is another collection's crawl. */
export type DerivedSource = ViewSource | GroupSource;

export const isDerived = (source: CollectionSource): source is DerivedSource =>
  source.kind === 'view' || source.kind === 'group';

/** A collection, as data. */
export interface CollectionDefinition {
  /** `area/collection` */
  name: string;
  source: CollectionSource;
  /** Path of the id in a document. */
  id: readonly string[];
  /** Path of the creation time; undefined when documents tell none. */
  created: readonly string[] | undefined;
  /** Fields with times. */
  dates: DatePaths;
  /** True for answers of a cloud provider: arrays are sets, tags are reachable by key. */
  provider: boolean;
  /** Fields whose change makes no revision. */
  insignificant: readonly (readonly string[])[];
}

/** A row of the catalogue, paths dotted. */
export interface CollectionRow {
  name: string;
  source: CollectionSource;
  id: string;
  created?: string;
  dates?: readonly string[];
  provider?: boolean;
  insignificant?: readonly string[];
}

/** Reads a row. */
export function defineCollection(row: CollectionRow): CollectionDefinition {
  return {
    name: row.name,
    source: row.source,
    id: row.id.split('.'),
    created: row.created?.split('.'),
    dates: datePaths(row.dates ?? []),
    provider: row.provider ?? false,
    insignificant: (row.insignificant ?? []).map((path) => path.split('.')),
  };
}
