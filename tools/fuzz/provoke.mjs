/** Requests for each documented status that no random request has produced. */
import { join } from 'node:path';
import { ROOT } from '../lib/settings.mjs';
import { FuzzClient } from './client.mjs';
import { requestOf, templateOf } from './templates.mjs';

const TRIES = 12;
/** Statuses that need more than a request: see {@link provokeByReplica} and {@link provokeOutage}. */
const OF_SURROUNDINGS = new Set(['401', '403', '429', '503']);

/** Statuses of requests that are refused before any resource is read. */
const REFUSED_AT_ONCE = new Set(['400', '405', '413', '415', '431']);

/** Changes that make a valid request of any operation produce the status: `(request, operation, document) => request`. */
const CHANGES = {
  400: (request) =>
    // Before the query, where it would be an ordinary text.
    request.body === undefined
      ? { ...request, path: `${request.path.split('?')[0]}%zz` }
      : { ...request, body: '{' },
  304: (request) => withHeaders(request, { 'if-none-match': '*' }),
  404: ofNothing,
  405: wrongVerb,
  412: breaking,
  413: (request) => ({ ...request, body: `{"a":"${'x'.repeat(1_100_000)}"}` }),
  415: (request) => ({ ...withHeaders(request, { 'content-type': 'text/csv' }), body: 'a,b' }),
  431: (request) => withHeaders(request, { 'x-long': 'x'.repeat(20_000) }),
};

const withHeaders = (request, headers) => ({ ...request, headers: { ...request.headers, ...headers } });

/** Names a missing object: replaces the first variable part of the address, also where the body repeats it. */
function ofNothing(request, { path }) {
  const before = path.indexOf('{');
  if (before < 0) return request;
  const [name] = /^[^/?]*/.exec(request.path.slice(before));
  const rest = request.path.slice(before + name.length);
  const named = request.body?.replaceAll(JSON.stringify(decodeURIComponent(name)), '"nothing-here"');
  return { ...request, path: `${request.path.slice(0, before)}nothing-here${rest}`, body: named };
}

function wrongVerb(request, operation, document) {
  const known = new Set(document.operationsAt(request.path).map(({ method }) => method));
  const method = ['PATCH', 'PUT', 'POST', 'DELETE', 'GET', 'PURGE'].find((verb) => !known.has(verb));
  return { ...request, method, body: undefined, headers: {} };
}

/** A readable request with one value that breaks the rules of its field. */
function breaking(request) {
  if (request.body === undefined) return { ...request, path: `${request.path.split('?')[0]}?status=NOTHING` };
  const long = 'x'.repeat(300);
  const body = JSON.parse(request.body);
  const [first] = Array.isArray(body) ? body : [];
  if (!Array.isArray(body)) return withBody(request, { ...body, name: long });
  if (request.method === 'PATCH') return withBody(request, [{ op: 'replace', path: '/name', value: long }]);
  return withBody(request, typeof first === 'object' ? [{ ...first, name: long }] : ['']);
}

const withBody = (request, body) => ({ ...request, body: JSON.stringify(body) });

function goodRequests(run, operation, count, seed) {
  const templates = run.fc.sample(templateOf('valid', operation, run.tools), { numRuns: count, seed });
  return templates.map((template) => requestOf(operation, template, run.pools, run.profile));
}

async function until(run, operation, status, requests, client) {
  for (const request of requests) {
    if (run.coverage.has(operation, status)) return;
    await run.send(operation, request, client);
  }
}

const wanting = (run, status) =>
  run.document.operations.filter((one) => run.coverage.missing(one).includes(String(status)));

/**
 * Provokes the statuses that one request can produce: by the service's table, else by changed valid requests, else by valid ones.
 */
export async function provokeByRequest(run, seed) {
  for (const operation of run.document.operations)
    for (const status of run.coverage.missing(operation)) {
      if (OF_SURROUNDINGS.has(status)) continue;
      if (!REFUSED_AT_ONCE.has(status)) await run.profile.refresh?.(run.facts);
      const requests = await requestsFor(run, operation, status, seed).catch((error) => {
        run.coverage.fault(operation, `the way to ${status} ends: ${error.message}`, '');
        return [];
      });
      await until(run, operation, status, requests);
    }
}

async function requestsFor(run, operation, status, seed) {
  const way = run.profile.ways?.[`${operation.id} ${status}`];
  if (way) return [await way(run.facts)].flat();
  const change = CHANGES[status] ?? ((request) => request);
  return goodRequests(run, operation, TRIES, seed).map((request) => change(request, operation, run.document));
}

/** 503: the database is unavailable. */
export async function provokeOutage(run, system, seed) {
  const operations = wanting(run, 503);
  await system.withoutDatabase(async () => {
    for (const operation of operations)
      await until(run, operation, 503, goodRequests(run, operation, TRIES, seed));
  });
}

/** Further replicas: their settings, and the headers with which a valid request gets the status. */
export const REPLICAS = [
  {
    // More than one request a minute exceeds the limit.
    env: {
      RATE_LIMIT_READS_PER_MINUTE: '1',
      RATE_LIMIT_WRITES_PER_MINUTE: '1',
      RATE_LIMIT_REDIS_TIMEOUT_MS: '2000',
    },
    asks: { 429: {} },
  },
  {
    env: { AUTH_MODE: 'module', AUTH_MODULE: join(ROOT, 'tools', 'fuzz', 'authenticator.cjs') },
    asks: { 401: {}, 403: { 'x-fuzz-role': 'none' }, 503: { 'x-fuzz-role': 'away' } },
  },
];

/**
 * Provokes the statuses that a replica with other settings returns for valid requests; its additional documented responses count,
 * too.
 */
export async function provokeByReplica(run, url, asks, seed) {
  await run.alsoDocumented(url);
  const client = new FuzzClient(url, 4);
  for (const [status, headers] of Object.entries(asks))
    for (const operation of wanting(run, status)) {
      const requests = goodRequests(run, operation, TRIES, seed).map((one) => withHeaders(one, headers));
      await until(run, operation, status, requests, client);
    }
  await client.close();
}
