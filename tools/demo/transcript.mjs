/** The output of the demo: every command and request as a line to paste, its response, and the checks. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Failure, dim, green, say } from '../lib/console.mjs';
import { quoted } from '../lib/environment.mjs';
import * as http from '../lib/http.mjs';
import { waitFor } from '../lib/network.mjs';
import { ROOT } from '../lib/settings.mjs';

const SHOWN_LINES = 14;
const SHOWN_CHARACTERS = 160;

/** Final states of a batch job, and a bash command for the registry. */
export const FINISHED = ['SUCCEEDED', 'FAILED', 'KILLED', 'INVALID'];
export const BASH = { executable: 'bash -c', executableAndArguments: ['bash', '-c'], checkDelay: 1000 };

let token;

/** Sends a token with all further requests; the printed lines read it from the variable `PORTOLAN_TOKEN`. */
export function useToken(given) {
  token = given;
}

export const chapter = (title) => say(`\n${green(`== ${title} ==`)}`);

export const tell = (text) => say(`\n# ${text}`);

/** Fails the demo, and prints `seen`, unless `holds`. */
export function check(what, holds, seen) {
  if (!holds)
    throw new Failure(`check failed: ${what}${seen === undefined ? '' : `\n    seen: ${show(seen)}`}`);
  say(`${green('ok')} ${what}`);
}

/** Returns the `curl` line of a request, with `-i` where status and headers are the result. */
function curlLine(method, url, { body, headers = {}, stream = false } = {}) {
  const parts = ['curl', stream ? '-sN' : '-s'];
  if (method !== 'GET') parts.push('-i', '-X', method);
  if (token) parts.push('-H', '"Authorization: Bearer $PORTOLAN_TOKEN"');
  for (const [name, value] of Object.entries(headers)) parts.push('-H', quoted(`${name}: ${value}`));
  if (body !== undefined)
    parts.push('-H', quoted('Content-Type: application/json'), '-d', quoted(JSON.stringify(body)));
  return [...parts, quoted(url)].join(' ');
}

/** Sends a request, prints it and its response, and fails unless the status is `expected`. */
export async function call(method, url, expected, options = {}) {
  say(`$ ${curlLine(method, url, options)}`);
  const answer = await send(method, url, options);
  printAnswer(answer);
  if (answer.status !== expected)
    throw new Failure(`${method} ${url} answered ${answer.status}, expected ${expected}`);
  return answer;
}

export const send = (method, url, options) => http.send(method, url, { ...options, token });

/** Repeats a GET until `wanted(answer)` holds; prints the request once, and the last response. */
export async function until(what, url, wanted, { limitMs = 180_000, everyMs = 250 } = {}) {
  say(`$ ${curlLine('GET', url)}   ${dim(`# again and again, until ${what}`)}`);
  let answer;
  const isWanted = async () => wanted((answer = await send('GET', url)));
  const came = await waitFor(isWanted, { timeoutMs: limitMs, everyMs });
  printAnswer(answer);
  if (!came) throw new Failure(`not within ${limitMs / 1000} s: ${what}`);
  say(`${green('ok')} ${what}`);
  return answer;
}

/** The time limit for events, ms, and so many of them are printed. */
const EVENTS_LIMIT_MS = 20_000;
const SHOWN_EVENTS = 4;

/** Opens a stream of events. @returns their data, in order, once `enough(all)` holds or the time limit is reached */
export async function collectEvents(url, enough) {
  say(`$ ${curlLine('GET', url, { stream: true })}`);
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(EVENTS_LIMIT_MS)]);
  const events = [];
  const onEvent = ({ data }) => {
    events.push(data);
    if (events.length <= SHOWN_EVENTS) say(`    data: ${data.slice(0, 150)}`);
    if (enough(events)) stop.abort();
  };
  const { status, how } = await http.follow(url, {
    headers: http.bearer(token),
    onEvent,
    silentMs: EVENTS_LIMIT_MS,
    signal,
  });
  if (how === 'refused') return [`status ${status}`];
  const more = events.length - SHOWN_EVENTS;
  if (more > 0) say(`    … ${more} more events`);
  return events;
}

const PROGRAM = join(ROOT, 'libs', 'cli', 'dist', 'main.js');

/** Runs the command `portolan` with the system of `urls`, and prints the command and its output. @returns its exit code and stdout */
export function portolan({ jobs, streams, history }, ...words) {
  say(`$ portolan ${words.map((word) => (/^[\w.:/=-]+$/.test(word) ? word : quoted(word))).join(' ')}`);
  const env = {
    ...process.env,
    ...{ PORTOLAN_JOBS_URL: jobs, PORTOLAN_STREAMS_URL: streams, PORTOLAN_HISTORY_URL: history },
    ...(token && { PORTOLAN_TOKEN: token }),
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], {
    env,
    encoding: 'utf8',
  });
  say(dim(show(`${stdout}${stderr}`)));
  return { code: status, stdout };
}

/** Submits a job with the command. @param request a request of the API whose `commandArgs` are one quoted script @param options further words */
export function submitJob(
  urls,
  { id, name, user, clusterCriterias, commandCriteria, commandArgs, memory },
  ...options
) {
  const words = ['--id', id, '--name', name, '--user', user, '--command', commandCriteria.join(',')];
  for (const { tags } of clusterCriterias) words.push('--cluster', tags.join(','));
  if (memory) words.push('--memory', String(memory));
  return portolan(urls, 'job', 'submit', ...words, ...options, '--', commandArgs.slice(1, -1));
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
