import type { CollectionDefinition } from '../collections/collection-definition';
import { isJsonObject, setField, type Json, type JsonObject } from '../json';
import { canonicalJson } from '../rendering/canonical-json';
import type { DatePaths } from '../rendering/date-paths';
import { toMillis } from './to-millis';

/** Which of a provider's habits are evened out. */
export type Normalization = Pick<
  CollectionDefinition,
  'dates' | 'provider' | 'asAnswered' | 'suppressedTags'
>;

/** What a suppressed tag shows instead of its value. */
const SUPPRESSED = '[SUPPRESSED]';

/**
 * A document as it is stored (reference: history, Serialization of provider objects): arrays sorted by
 * their text, so that another order of the provider makes no revision, but for lists that the crawl puts together
 * itself; `{key: "owner", value: "x"}` also gets `owner: "x"`, so that tags can be selected by their key; suppressed
 * tags lose their value; times as ms since the epoch.
 */
export function normalizeDocument(document: Json, how: Normalization): Json {
  return normalize(document, how.dates, how, how.asAnswered);
}

const NONE: ReadonlySet<string> = new Set();

/** @param asAnswered fields of this value whose lists keep their order */
function normalize(
  value: Json,
  dates: DatePaths | true | undefined,
  how: Normalization,
  asAnswered: ReadonlySet<string> = NONE,
): Json {
  if (Array.isArray(value)) {
    const elements = value.map((element) => normalize(element, dates, how));
    return how.provider ? sortedByText(elements) : elements;
  }
  if (!isJsonObject(value)) return dates === true ? (toMillis(value) ?? value) : value;
  const result: JsonObject = {};
  for (const [key, field] of Object.entries(value)) {
    const below = typeof dates === 'object' && Object.hasOwn(dates, key) ? dates[key] : undefined;
    const keepsOrder = asAnswered.has(key) && Array.isArray(field);
    setField(
      result,
      key,
      keepsOrder ? field.map((one) => normalize(one, below, how)) : normalize(field, below, how),
    );
  }
  if (how.provider) evenOutTag(result, how.suppressedTags);
  return result;
}

function sortedByText(elements: Json[]): Json[] {
  return elements
    .map((element) => ({ element, text: canonicalJson(element).toLowerCase() }))
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .map(({ element }) => element);
}

function evenOutTag(tag: JsonObject, suppressed: ReadonlySet<string>): void {
  const { key } = tag;
  if (typeof key !== 'string' || key === '' || typeof tag.value !== 'string') return;
  if (suppressed.has(key)) tag.value = SUPPRESSED;
  if (!Object.hasOwn(tag, key)) setField(tag, key, tag.value);
}
