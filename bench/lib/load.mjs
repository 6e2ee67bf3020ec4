/** Load on an HTTP address. */
import { Failure } from '../../tools/lib/console.mjs';
import { load } from '../../tools/lib/packages.mjs';

const SECONDS = 4;

/**
 * Requests per second that an address answers with 2xx; fails when any answer was something else.
 * @param options as autocannon takes them; default: 4 s over 50 connections
 */
export async function requestsPerSecond(url, options = {}) {
  const autocannon = load('autocannon');
  const result = await autocannon({ url, connections: 50, duration: SECONDS, ...options });
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0) {
    throw new Failure(
      `${url}: ${result['2xx']} good answers, ${result.non2xx} others, ${result.errors} errors`,
    );
  }
  return result['2xx'] / result.duration;
}
