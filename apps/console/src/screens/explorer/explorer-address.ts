import type { HistoryQuery } from '@portolan/client-history';

/** The view of the explorer, as encoded in its address. */
export interface Exploration {
  /** `view/instances`. */
  collection: string;
  /** Select arguments as they are typed: `state.name=running;tags`. */
  where: string;
  /** Ms since 1970; undefined: now. */
  at: number | undefined;
}

/** Reads the address of the screen. Pure. */
export function explorationOf(search: URLSearchParams): Exploration {
  const at = search.get('at') ?? '';
  return {
    collection: search.get('collection') ?? '',
    where: search.get('where') ?? '',
    at: /^\d{11,14}$/.test(at) ? Number(at) : undefined,
  };
}

/** Returns the select arguments of a text: `;` between them, `,` between alternatives, a name alone for any value. Pure. */
export function argumentsOf(where: string): Record<string, string[] | true> {
  const pairs = where
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): [string, string[] | true] => {
      const index = part.indexOf('=');
      if (index < 0) return [part, true];
      return [
        part.slice(0, index).trim(),
        part
          .slice(index + 1)
          .split(',')
          .map((value) => value.trim()),
      ];
    });
  return Object.fromEntries(pairs);
}

export function queryOf({ collection, where, at }: Exploration): HistoryQuery {
  const slash = collection.indexOf('/');
  return {
    area: collection.slice(0, slash),
    collection: collection.slice(slash + 1),
    where: argumentsOf(where),
    ...(at !== undefined && { modifiers: { at } }),
  };
}

/** Returns the query of the records of all revisions whose documents match filters: in a record, a document is below `data`. Pure. */
export function recordsQueryOf({
  collection,
  where,
}: Pick<Exploration, 'collection' | 'where'>): HistoryQuery {
  const inRecords = Object.entries(argumentsOf(where)).map(
    ([name, values]) => [`data.${name}`, values] as const,
  );
  return {
    ...queryOf({ collection, where: '', at: undefined }),
    where: Object.fromEntries(inRecords),
    modifiers: { all: true, meta: true },
  };
}

/** The document of a revision with its times, ms since 1970; `ltime` is null while it is current. */
export interface Revision {
  id: string;
  stime: number;
  ltime: number | null;
  data: Record<string, unknown>;
}

/** Returns the value at a path such as `state.name`; arrays are joined. Pure. */
export function valueAt(document: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return value.map((each) => valueAt(each, name));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  }, document);
}

/** Names that say most of a resource, the most telling first. */
const TELLING = /^(name|.*name|state|status|.*type|.*zone|.*address|user|version|description)$/i;

/** Returns the fields that columns show: those of a document that say most, at most `limit`. Pure. */
export function columnsOf(document: Record<string, unknown> | undefined, limit = 4): string[] {
  const scalars = Object.entries(document ?? {}).filter(
    ([, value]) => value !== null && typeof value !== 'object' && value !== '',
  );
  const names = scalars.map(([name]) => name);
  const state = valueAt(document, 'state.name') === undefined ? [] : ['state.name'];
  const telling = names.filter((name) => TELLING.test(name));
  return [...new Set([...state, ...telling, ...names])].slice(0, limit);
}
