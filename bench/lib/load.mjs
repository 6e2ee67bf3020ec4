/** Load on an HTTP address. */
import { Failure } from '../../tools/lib/console.mjs';
import { load } from '../../tools/lib/packages.mjs';
import { credentials } from './guards.mjs';

const SECONDS = 4;

/**
 * Requests per second that an address answers with 2xx; fails when any answer was something else.
 * @param options as autocannon takes them; default: 4 s over 50 connections
 */
export async function requestsPerSecond(url, options) {
  const result = await loaded(url, options);
  return result['2xx'] / result.duration;
}

/** The time within which 99 % of the answers came, ms; otherwise like {@link requestsPerSecond}. */
export async function slowestPercent(url, options) {
  return (await loaded(url, options)).latency.p99;
}

/**
 * Requests per second of writes, each with a body of its own.
 * @param {() => object} bodyOf makes the next body
 */
export const writesPerSecond = (url, connections, bodyOf) =>
  requestsPerSecond(url, {
    connections,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    requests: [{ setupRequest: (request) => ({ ...request, body: JSON.stringify(bodyOf()) }) }],
  });

async function loaded(url, { headers, ...options } = {}) {
  const autocannon = load('autocannon');
  const all = { ...credentials(), ...headers };
  const result = await autocannon({ url, connections: 50, duration: SECONDS, headers: all, ...options });
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0) {
    throw new Failure(
      `${url}: ${result['2xx']} good answers, ${result.non2xx} others, ${result.errors} errors`,
    );
  }
  return result;
}
