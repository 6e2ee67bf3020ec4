import type { PageSize, ProviderCall } from '../../collections/provider-call';

/** Pages that are asked for at the most: a list that never ends must not keep a crawl for ever. */
const MAX_PAGES = 10_000;

/** The field with which some answers say that there is no further page. */
export const PAGE_END = 'IsTruncated';

/** Fields of a request or of an answer, named as the API names them. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Asks for all pages of a call, one after the other.
 *
 * @param size things on a page, as far as the provider allows
 * @throws Error when a page leads to itself, or when there is no end
 */
export async function* answerPages(
  call: ProviderCall,
  input: Fields,
  size: number,
  send: (input: Fields) => Promise<Fields>,
): AsyncGenerator<Fields> {
  const first = { ...call.input, ...sizeField(call.size, size), ...input };
  let token: Fields | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await send({ ...first, ...token });
    yield answer;
    const following = nextToken(call, answer);
    if (!following) return;
    if (JSON.stringify(following) === JSON.stringify(token)) {
      throw new Error(`${call.operation}: a page leads to itself`);
    }
    token = following;
  }
  throw new Error(`${call.operation}: more than ${MAX_PAGES} pages`);
}

function sizeField(size: PageSize | undefined, wanted: number): Fields {
  return size ? { [size.field]: Math.min(Math.max(wanted, size.min), size.max) } : {};
}

/** What the next request says about its place in the list; undefined after the last page. */
function nextToken({ next = {} }: ProviderCall, answer: Fields): Fields | undefined {
  if (answer[PAGE_END] === false) return undefined;
  const token = Object.entries(next)
    .map(([input, output]): [string, unknown] => [input, answer[output]])
    .filter(([, value]) => value !== undefined && value !== null && value !== '');
  return token.length > 0 ? Object.fromEntries(token) : undefined;
}
