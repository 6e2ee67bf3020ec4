import type { ProviderCall } from '../../collections/collection-definition';
import { apiName } from '../../collections/provider-row';
import { setField, type Json, type JsonObject } from '../../json/json';

/** Limit of pages: an endless list must not keep a crawl for ever. */
const MAX_PAGES = 10_000;

/** The field of some responses that marks the last page. */
export const PAGE_END = 'IsTruncated';

export type Fields = Readonly<Record<string, unknown>>;

/** Requests all pages of a call. @param size objects per page, if the provider allows @throws Error for a repeated token or too many pages */
export async function* answerPages(
  call: ProviderCall,
  input: Fields,
  size: number,
  send: (input: Fields) => Promise<Fields>,
): AsyncGenerator<Fields> {
  const { operation, size: limits } = call;
  const sized = limits && { [limits.field]: Math.min(Math.max(size, limits.min), limits.max) };
  let token: Fields | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await send({ ...call.input, ...sized, ...input, ...token });
    yield answer;
    const following = nextToken(call, answer);
    if (!following) return;
    if (JSON.stringify(following) === JSON.stringify(token))
      throw new Error(`${operation}: the next page has the token of this page`);
    token = following;
  }
  throw new Error(`${operation}: more than ${MAX_PAGES} pages`);
}

/** Returns the position fields of the next request; undefined after the last page. */
function nextToken({ next = {} }: ProviderCall, answer: Fields): Fields | undefined {
  if (answer[PAGE_END] === false) return undefined;
  const token = Object.entries(next)
    .map(([input, output]) => [input, answer[output]] as const)
    .filter(([, value]) => value !== undefined && value !== null && value !== '');
  return token.length > 0 ? Object.fromEntries(token) : undefined;
}

/** Fields of responses that are maps: their keys are names chosen by users, not by the provider. */
export const MAP_FIELDS: ReadonlySet<string> = new Set(['AuthenticationRequestExtraParams']);

/**
 * Converts a response to JSON: names as in documents, times in ms; drops unset fields and bytes, which are secrets.
 * @param isMap its keys stay
 */
export function fromAnswer(value: unknown, isMap = false): Json | undefined {
  if (value === undefined || value instanceof Uint8Array) return undefined;
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (value instanceof Date) return value.getTime();
  if (Array.isArray(value)) return value.map((element) => fromAnswer(element) ?? null);
  if (typeof value !== 'object') return undefined;
  const result: JsonObject = {};
  for (const [key, field] of Object.entries(value)) {
    const json = fromAnswer(field, MAP_FIELDS.has(key));
    if (json !== undefined) setField(result, isMap ? key : apiName(key), json);
  }
  return result;
}
