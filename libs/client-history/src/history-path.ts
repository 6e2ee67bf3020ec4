/** Ms since the epoch, or a text: ISO 8601 with `Z` or an offset, `now`, or an age (`-90s`, `-30m`, `-2h`, `-7d`). */
export type Moment = number | string;

/** The modifiers (V2-MOD-1 to V2-MOD-12, V2-WHO-1) without `_callback`, whose answer is a script; times are a {@link Moment}. */
export interface Modifiers {
  all?: boolean;
  expand?: boolean;
  /** Reads the database instead of the memory. */
  live?: boolean;
  /** The record of each revision, with its times, around the document. */
  meta?: boolean;
  /** For people: dates as text, indented. */
  pp?: boolean;
  /** Only revisions that begin in the time range. */
  updated?: boolean;
  /** The events of the trail that changed the document, in the record of each revision. */
  who?: boolean;
  at?: Moment;
  since?: Moment;
  until?: Moment;
  limit?: number;
  /** Lines of context; `true` for the whole document. */
  diff?: number | true;
}

/** The requested documents. */
export interface HistoryQuery {
  /** `view`, `cloud`, `group`, `svc` or the name of an account's area. */
  area: string;
  collection: string;
  id?: string | readonly string[];
  /** Values by the path of the field, `true` for any: `{ 'state.name': ['running', 'stopped'], tags: true }`. */
  where?: Readonly<Record<string, string | readonly string[] | true>>;
  modifiers?: Modifiers;
  /** A field selector with its brackets, sent unchanged: `:(instanceId,state:(name))`. */
  fields?: string;
}

const encode = encodeURIComponent;

const textsOf = (value: string | readonly string[]): string =>
  (typeof value === 'string' ? [value] : value).map(encode).join(',');

const argument = (name: string, value: string | readonly string[] | true): string =>
  value === true ? `;${encode(name)}` : `;${encode(name)}=${textsOf(value)}`;

function modifier([name, value]: [string, Moment | boolean | undefined]): string {
  if (value === undefined || value === false) return '';
  return value === true ? `;_${name}` : `;_${name}=${encode(value)}`;
}

/**
 * Returns the address of a query below `/api/v2/`, with names and values encoded:
 * `view/instances;state.name=running;_expand:(instanceId)`.
 */
export function historyPath({ area, collection, id, where, modifiers, fields }: HistoryQuery): string {
  const segments = [encode(area), encode(collection), ...(id === undefined ? [] : [textsOf(id)])];
  const selects = Object.entries(where ?? {}).map(([name, value]) => argument(name, value));
  const rest = Object.entries(modifiers ?? {}).map(modifier);
  // In a URL these two would end the path.
  const selector = (fields ?? '').replaceAll('?', '%3F').replaceAll('#', '%23');
  return `${segments.join('/')}${selects.join('')}${rest.join('')}${selector}`;
}
