/** Reading answers too large to keep: how many bytes came, and how long that took. */
import { once } from 'node:events';
import http from 'node:http';
import { Failure } from '../../tools/lib/console.mjs';
import { credentials } from './guards.mjs';

/** Reads an answer to its end and throws its bytes away. */
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

/** Megabytes per second over some answers, one after the other. */
export async function megabytesPerSecond(url, times = 3) {
  let [bytes, ms] = [0, 0];
  for (let time = 0; time < times; time += 1) {
    const answer = await readThrough(url);
    bytes += answer.bytes;
    ms += answer.ms;
  }
  return bytes / 1000 / ms;
}

/** The middle time of some answers, one after the other, ms. */
export async function millisecondsOf(url, times = 3) {
  const all = [];
  for (let time = 0; time < times; time += 1) all.push((await readThrough(url)).ms);
  return all.sort((a, b) => a - b)[times >> 1];
}
