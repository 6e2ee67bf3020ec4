import { isJsonObject, setField, type Json, type JsonObject } from '../json';
import { canonicalJson } from '../rendering/canonical-json';
import type { DatePaths } from '../rendering/date-paths';
import { toMillis } from './to-millis';

/** Which of a provider's habits are evened out. */
export interface Normalization {
  /** Fields with times: ISO texts become ms. */
  dates: DatePaths;
  /** Arrays in an order of their own, and tags reachable by their key. */
  provider: boolean;
}

/**
 * A document as it is stored (reference: history, Serialization of provider objects): arrays sorted by
 * their text, so that another order of the provider makes no revision; `{key: "owner", value: "x"}` also
 * gets `owner: "x"`, so that tags can be selected by their key; times as ms since the epoch.
 */
export function normalizeDocument(document: Json, how: Normalization): Json {
  return normalize(document, how.dates, how.provider);
}

function normalize(value: Json, dates: DatePaths | true | undefined, provider: boolean): Json {
  if (Array.isArray(value)) {
    const elements = value.map((element) => normalize(element, dates, provider));
    return provider ? sortedByText(elements) : elements;
  }
  if (!isJsonObject(value)) return dates === true ? (toMillis(value) ?? value) : value;
  const result: JsonObject = {};
  for (const [key, field] of Object.entries(value)) {
    const below = typeof dates === 'object' && Object.hasOwn(dates, key) ? dates[key] : undefined;
    setField(result, key, normalize(field, below, provider));
  }
  if (provider) addTagKey(result);
  return result;
}

function sortedByText(elements: Json[]): Json[] {
  return elements
    .map((element) => ({ element, text: canonicalJson(element).toLowerCase() }))
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .map(({ element }) => element);
}

function addTagKey(tag: JsonObject): void {
  const { key, value } = tag;
  if (typeof key === 'string' && key !== '' && typeof value === 'string' && !Object.hasOwn(tag, key)) {
    setField(tag, key, value);
  }
}
