import { JSON_DEPTH_LIMIT } from '@portolan/service';
import type { CollectionDefinition } from '../collections/collection-definition';
import { idBy, idsOf } from '../collections/id-rule';
import {
  fieldOf,
  canonicalJson,
  datesBelow,
  isJsonObject,
  setField,
  valueAt,
  type DatePaths,
  type Json,
  type JsonObject,
} from '../json/json';
import type { Steps } from '../time-slices/time-slices';
import type { CrawledDocument } from './crawl-delta';

/** Length of the id's column, characters. */
const MAX_ID_LENGTH = 512;
const HALF_CHARACTER = /\p{Surrogate}/u;

/** Converts a response to documents. @param isUnchanged tells which need no processing @throws Error for a document without an id */
export function* shapeDocuments(
  collection: CollectionDefinition,
  raw: readonly Json[],
  isUnchanged: (id: string) => boolean = () => false,
): Steps<CrawledDocument[]> {
  const documents: CrawledDocument[] = [];
  const { name, id: rule, apart, created } = collection;
  const ids = apart && idsOf(raw, rule, apart);
  for (const [index, one] of raw.entries()) {
    const id = ids ? ids[index] : idBy(rule, one);
    if (id === undefined) throw new Error(`${name}: a document has no ${rule.text}`);
    // The database replaces half of a character, so that the id would be another one in each crawl.
    if (id.length > MAX_ID_LENGTH || id.endsWith(' ') || HALF_CHARACTER.test(id))
      throw new Error(`${name}: ${JSON.stringify(id.slice(0, 64))} is not a valid id`);
    yield;
    if (isUnchanged(id)) continue;
    const json = canonicalJson(normalizeDocument(one, collection));
    documents.push({ id, json, ctime: created && toMillis(valueAt(one, created)) });
  }
  return documents;
}

/** The provider-specific differences to normalize. */
type Normalization = Pick<CollectionDefinition, 'dates' | 'provider' | 'asAnswered' | 'suppressedTags'>;

const SUPPRESSED = '[SUPPRESSED]';

/**
 * Returns a provider's document as stored. Arrays are sorted by their text, so that a change of the provider's order makes no
 * revision; lists that the crawl builds keep their order. Tags are also reachable by key, suppressed tags without their value.
 * Times are in ms.
 */
export const normalizeDocument = (document: Json, how: Normalization): Json =>
  normalize(document, how.dates, how, 1, how.asAnswered);

/**
 * @param depth of this value, from 1
 * @param asAnswered fields of this value whose lists keep their order
 */
function normalize(
  value: Json,
  dates: DatePaths | true | undefined,
  how: Normalization,
  depth: number,
  asAnswered?: ReadonlySet<string>,
): Json {
  // Queries walk documents recursively, too.
  if (depth > JSON_DEPTH_LIMIT && typeof value === 'object' && value !== null)
    throw new Error(`a document is nested too deeply: at most ${JSON_DEPTH_LIMIT} levels are allowed`);
  if (Array.isArray(value)) {
    const elements = value.map((element) => normalize(element, dates, how, depth + 1));
    return how.provider ? sortedByText(elements) : elements;
  }
  if (!isJsonObject(value)) return dates === true ? (toMillis(value) ?? value) : value;
  const result: JsonObject = {};
  for (const [key, field] of Object.entries(value)) {
    const below = datesBelow(dates, key);
    const keepsOrder = asAnswered?.has(key) && Array.isArray(field);
    const normal = keepsOrder
      ? field.map((one) => normalize(one, below, how, depth + 2))
      : normalize(field, below, how, depth + 1);
    setField(result, key, normal);
  }
  if (how.provider) evenOutTag(result, how.suppressedTags);
  if (how.suppressedTags.size > 0) suppressNamed(result, how.suppressedTags);
  return result;
}

const sortedByText = (elements: Json[]): Json[] =>
  elements
    .map((element) => ({ element, text: canonicalJson(element).toLowerCase() }))
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .map(({ element }) => element);

function evenOutTag(tag: JsonObject, suppressed: ReadonlySet<string>): void {
  const { key } = tag;
  if (typeof key !== 'string' || key === '' || typeof tag.value !== 'string') return;
  if (suppressed.has(key)) tag.value = SUPPRESSED;
  if (!Object.hasOwn(tag, key)) setField(tag, key, tag.value);
}

/** Suppresses values of tags in the forms that requests have: `{Key, Value}`, and a map under `tags`. */
function suppressNamed(value: JsonObject, suppressed: ReadonlySet<string>): void {
  if (typeof value.Key === 'string' && suppressed.has(value.Key) && 'Value' in value)
    value.Value = SUPPRESSED;
  for (const field of ['tags', 'Tags']) {
    const tags = fieldOf(value, field);
    if (!isJsonObject(tags)) continue;
    for (const key of Object.keys(tags)) if (suppressed.has(key)) tags[key] = SUPPRESSED;
  }
}

const SECONDS = /^\d{1,10}(?:\.\d+)?$/;
const ISO_START = /^\d{4}-\d\d-\d\dT/;

/** Converts a provider's time to ms since the epoch: ms, an ISO text, or seconds as text; undefined for others. */
export function toMillis(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return Math.trunc(value);
  if (typeof value !== 'string') return undefined;
  if (SECONDS.test(value)) return Math.trunc(Number(value) * 1000);
  const time = ISO_START.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
