/** What the demo prints: every request as a `curl` line that a reader can paste, its answer, and what was checked. */
import { bearer } from '../lib/bearer.mjs';
import { Failure, dim, green, say } from '../lib/console.mjs';

/** Lines of an answer that are shown; the rest is counted. */
const SHOWN_LINES = 14;
const SHOWN_CHARACTERS = 160;
const TIME_LIMIT_MS = 20_000;

let token;

/** Sends a token with each request from now on; the printed lines take it from the variable `PORTOLAN_TOKEN`. */
export function useToken(given) {
  token = given;
}

/** The header that shows the token, where there is one. */
export const credential = () => bearer(token);

/** A heading. */
export function chapter(title) {
  say(`\n${green(`== ${title} ==`)}`);
}

/** A sentence between requests. */
export function tell(text) {
  say(`\n# ${text}`);
}

/** Fails the demo unless `holds`; `seen` is printed when it does not. */
export function check(what, holds, seen) {
  if (!holds) {
    throw new Failure(`not as it should be: ${what}${seen === undefined ? '' : `\n    seen: ${show(seen)}`}`);
  }
  say(`${green('ok')} ${what}`);
}

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The `curl` line of a request. `-i` shows the status and headers where they are the answer. */
export function curlLine(method, url, { body, headers = {}, stream = false } = {}) {
  const parts = ['curl', stream ? '-sN' : '-s'];
  if (method !== 'GET') parts.push('-i', '-X', method);
  if (token) parts.push('-H', '"Authorization: Bearer $PORTOLAN_TOKEN"');
  for (const [name, value] of Object.entries(headers)) parts.push('-H', quoted(`${name}: ${value}`));
  if (body !== undefined)
    parts.push('-H', quoted('Content-Type: application/json'), '-d', quoted(JSON.stringify(body)));
  return [...parts, quoted(url)].join(' ');
}

/**
 * Sends a request, prints it and its answer.
 *
 * @param expected the status it must have
 * @returns `{status, headers, text, json}`; `json` is undefined for other bodies
 */
export async function call(method, url, expected, options = {}) {
  say(`$ ${curlLine(method, url, options)}`);
  const answer = await send(method, url, options);
  printAnswer(answer);
  if (answer.status !== expected)
    throw new Failure(`${method} ${url} answered ${answer.status}, not ${expected}`);
  return answer;
}

/** The same without printing: for what is asked again and again. */
export async function send(method, url, { body, headers = {} } = {}) {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...credential(),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

/**
 * Asks the same thing until `wanted(answer)` holds; prints the request once and the answer that ended it.
 *
 * @param what said while waiting and when time runs out
 */
export async function until(what, url, wanted, { limitMs = 60_000, everyMs = 250, options = {} } = {}) {
  say(`$ ${curlLine('GET', url, options)}   ${dim(`# again and again, until ${what}`)}`);
  const deadline = Date.now() + limitMs;
  for (;;) {
    const answer = await send('GET', url, options);
    if (await wanted(answer)) {
      printAnswer(answer);
      say(`${green('ok')} ${what}`);
      return answer;
    }
    if (Date.now() > deadline) {
      printAnswer(answer);
      throw new Failure(`not within ${limitMs / 1000} s: ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

function printAnswer({ status, headers, text, json }) {
  const location = headers.get('location');
  say(dim(`< ${status}${location ? `  Location: ${location}` : ''}`));
  if (text !== '') say(dim(show(json ?? text)));
}

function show(value) {
  const text = typeof value === 'string' ? value.trimEnd() : JSON.stringify(value, null, 1);
  const lines = text.split('\n').map((line) => {
    const cut = line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)} …` : line;
    return `    ${cut}`;
  });
  const more = lines.length - SHOWN_LINES;
  return more > 0
    ? [...lines.slice(0, SHOWN_LINES), `    … ${more} more lines`].join('\n')
    : lines.join('\n');
}
