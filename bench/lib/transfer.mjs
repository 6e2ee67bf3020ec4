/** Reads responses too large to keep: their size and duration. */
import { once } from 'node:events';
import http from 'node:http';
import { Failure } from '../../tools/lib/console.mjs';
import { credentials } from './guards.mjs';

/** Reads a response to its end and discards the bytes. */
export async function readThrough(url) {
  const started = performance.now();
  const request = http.get(url, { agent: false, headers: credentials() });
  const [response] = await once(request, 'response');
  let bytes = 0;
  response.on('data', (chunk) => (bytes += chunk.length));
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Failure(`${url}: ${response.statusCode}`);
  return { bytes, ms: performance.now() - started };
}

/** Returns megabytes per second over some sequential responses. */
export async function megabytesPerSecond(url, times = 3) {
  let [bytes, ms] = [0, 0];
  for (let time = 0; time < times; time += 1) {
    const answer = await readThrough(url);
    bytes += answer.bytes;
    ms += answer.ms;
  }
  return bytes / 1000 / ms;
}

/** Returns the median time of some sequential responses, ms. */
export async function millisecondsOf(url, times = 3) {
  const all = [];
  for (let time = 0; time < times; time += 1) all.push((await readThrough(url)).ms);
  return all.sort((a, b) => a - b)[times >> 1];
}
