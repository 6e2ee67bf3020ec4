import type { Change, CollectionStatus } from '@portolan/client-history';
import type { CellValue, Column } from '../../output/table.ts';

/** A document of history: any JSON. */
export type Document = Record<string, unknown>;

const cell = (value: unknown): CellValue =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as CellValue);

/** Returns the names at the top of a field selector, in its order: `:(a,b:(c),d)` has a, b and d. */
export function namesOf(selector: string): string[] {
  let flat = /^:?\((.*)\)$/.exec(selector)?.[1] ?? selector;
  for (let before = ''; before !== flat;) [before, flat] = [flat, flat.replace(/:?\([^()]*\)/g, '')];
  return flat.split(',').map((name) => name.trim());
}

/** Returns a column for each field that any of the documents has; those of `first` come first. */
export function documentColumns(
  documents: readonly Document[],
  first: readonly string[],
): Column<Document>[] {
  const found = new Set(documents.flatMap((document) => Object.keys(document)));
  const names = [
    ...first.filter((name) => found.has(name)),
    ...[...found].filter((name) => !first.includes(name)),
  ];
  return names.map((name) => ({ title: name, value: (document) => cell(document[name]) }));
}

/** Ids of documents. */
export const ID_COLUMNS: readonly Column<string>[] = [{ title: 'ID', value: (id) => id, kind: 'id' }];

/** Revisions, in which a value was valid. */
export interface Holder {
  id: string;
  field: string;
  stime: number;
  ltime: number | null;
}

export const HOLDER_COLUMNS: readonly Column<Holder>[] = [
  { title: 'ID', value: ({ id }) => id, kind: 'id' },
  { title: 'FIELD', value: ({ field }) => field },
  { title: 'FROM', value: ({ stime }) => new Date(stime).toISOString(), kind: 'exact' },
  {
    title: 'UNTIL',
    value: ({ ltime }) => (ltime === null ? 'now' : new Date(ltime).toISOString()),
    kind: 'exact',
  },
];

export const COLLECTION_COLUMNS: readonly Column<CollectionStatus>[] = [
  { title: 'COLLECTION', value: ({ collection }) => collection, kind: 'id' },
  { title: 'CRAWLED', value: ({ lastCrawl }) => lastCrawl, kind: 'time' },
  {
    title: 'STATE',
    value: ({ degraded, lastCrawl }) => (degraded ? 'degraded' : lastCrawl === null ? null : 'ok'),
    kind: 'status',
  },
  { title: 'ERROR', value: ({ error }) => error },
  { title: 'SOURCE', value: ({ source }) => source, wide: true },
];

export function changeText({ patch, kind }: Change): string {
  if (kind !== 'changed' || !Array.isArray(patch)) return '';
  return patch
    .map((one) => `${one.path}${'value' in one ? `=${JSON.stringify(one.value)}` : ' removed'}`)
    .join(' ');
}

/** An event of a trail: AWS has `username` and `eventName`, other sources what they have. */
export type TrailEvent = Readonly<Record<string, unknown>>;

/** A change of a document; `kind` as in change feeds, `who` null where an event may be missing. */
export interface Authored {
  id: string;
  kind: 'added' | 'changed' | 'removed';
  time: number;
  who: readonly TrailEvent[] | null;
}

const UNKNOWN = 'unknown';
const NOT_LISTED = 'not in the trail';

const eventsText = (events: Authored['who'], fields: (event: TrailEvent) => unknown[]): string => {
  if (events === null) return UNKNOWN;
  if (events.length === 0) return NOT_LISTED;
  return [
    ...new Set(
      events.map(
        (event) =>
          fields(event)
            .filter((field) => typeof field === 'string')
            .join(' ') || 'an event without a name',
      ),
    ),
  ].join(', ');
};

export const AUTHORED_COLUMNS: readonly Column<Authored>[] = [
  { title: 'TIME', value: ({ time }) => new Date(time).toISOString(), kind: 'exact' },
  { title: 'ID', value: ({ id }) => id, kind: 'id' },
  { title: 'KIND', value: ({ kind }) => kind },
  {
    title: 'WHO',
    value: ({ who }) => eventsText(who, (one) => [one.username ?? one.user, one.eventName ?? one.name]),
  },
  {
    title: 'FROM',
    value: ({ who }) => who && eventsText(who, (one) => [one.sourceIPAddress]),
    wide: true,
  },
];
