/** Measures the rate at which clients receive a known number of messages. */
import { get } from 'node:http';
import { Failure } from '../../../tools/lib/console.mjs';
import { credentials } from '../../lib/guards.mjs';
import { Tally } from './tally.mjs';

/** Idle time after which the remaining messages count as lost, ms. */
const QUIET_MS = 5000;
/** Time for clients to connect before workers begin, ms. */
const CONNECT_MS = 1000;

/**
 * Connects clients to an address that passes on what `sinks` workers send, lets each worker send `count` messages, and
 * waits until every client has got all of them or was told of its losses; fails when any is missing without a word.
 * @returns messages per second that the clients got, all together
 */
export function deliveredPerSecond(address, { sinks, count, messageBytes, clients = 1 }) {
  const expected = sinks * count;
  const startAt = Date.now() + CONNECT_MS + clients * 2;
  const query = `count=${count}&messageBytes=${messageBytes}&startAt=${startAt}&enableMetaMessages=true`;
  const tallies = Array.from({ length: clients }, () => new Tally());
  const requests = [];
  return new Promise((resolve, reject) => {
    let from;
    let waiting = clients;
    const stop = (settle) => {
      clearTimeout(quiet);
      for (const request of requests) request.destroy();
      settle();
    };
    const missing = () => {
      const told = tallies.reduce((sum, tally) => sum + tally.told, 0);
      reject(new Failure(`${address}: ${expected * clients - told} messages are missing and nobody says so`));
    };
    const quiet = setTimeout(() => stop(missing), QUIET_MS + startAt - Date.now());
    const finish = () => {
      const received = tallies.reduce((sum, tally) => sum + tally.received, 0);
      resolve(received / ((performance.now() - from) / 1000));
    };
    for (const tally of tallies) {
      const request = get(`${address}?${query}`, { agent: false, headers: credentials() }, (response) => {
        response.on('data', (chunk) => {
          from ??= performance.now();
          quiet.refresh();
          const complete = tally.told === expected;
          tally.add(chunk);
          if (complete || tally.told < expected) return;
          waiting -= 1;
          if (waiting === 0) stop(finish);
        });
      });
      request.on('error', (error) => stop(() => reject(error)));
      requests.push(request);
    }
  });
}
