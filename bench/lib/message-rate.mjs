/** Messages per second that an address streams. */
import { get } from 'node:http';
import { Failure } from '../../tools/lib/console.mjs';

const MARK = '~'.charCodeAt(0);
const WARM_MS = 500;
const MEASURE_MS = 3000;

/** How many messages (each holds one `~`) lie in a chunk. */
export function countMessages(chunk) {
  let count = 0;
  for (let at = chunk.indexOf(MARK); at !== -1; at = chunk.indexOf(MARK, at + 1)) count += 1;
  return count;
}

/** Reads an endless stream, after half a second of warm-up, and counts its messages. */
export function messagesPerSecond(url) {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { accept: 'text/event-stream' } }, (response) => {
      if (response.statusCode !== 200) {
        request.destroy();
        reject(new Failure(`${url} answered ${response.statusCode}`));
        return;
      }
      let count = 0;
      let from;
      response.on('data', (chunk) => {
        count += countMessages(chunk);
      });
      setTimeout(() => {
        count = 0;
        from = performance.now();
      }, WARM_MS);
      setTimeout(() => {
        const rate = count / ((performance.now() - from) / 1000);
        request.destroy();
        if (rate > 0) resolve(rate);
        else reject(new Failure(`${url} streamed nothing`));
      }, WARM_MS + MEASURE_MS);
    });
    request.on('error', reject);
  });
}
