import type { IncomingMessage } from 'node:http';
import { types } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { lostConnection } from '../failure/request-failure.ts';

/** Takes bytes. @returns a promise when it needs time before it takes more */
export type Receive = (bytes: Uint8Array) => Promise<void> | undefined;

/** Young garbage is collected each time this many bytes have passed. */
const COLLECT_EVERY = 4 * 1024 * 1024;

type Collect = (options: { type: 'minor' }) => void;
let collect: Collect | undefined;

/**
 * V8 frees the buffers of a fast transfer only after 64 MB of them, and then by a thread of its own, which a fast transfer outruns. A
 * minor collection that frees them itself costs less than a millisecond and keeps the process below 80 MB.
 */
function collectYoung(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    setFlagsFromString('--no-concurrent-array-buffer-sweeping');
    collect = runInNewContext('gc') as Collect;
  }
  collect({ type: 'minor' });
}

/** Passes a body on as it comes, at the pace of the receiver. @throws Error when the body breaks off */
export function pour(answer: IncomingMessage, receive: Receive): Promise<void> {
  return new Promise((resolve, reject) => {
    let passed = 0;
    // The answer may close while the receiver is busy with its last bytes.
    let busy: Promise<void> | undefined;
    const fail = (error: unknown): void => {
      answer.destroy();
      reject(types.isNativeError(error) ? error : new Error(String(error)));
    };
    answer.on('data', (bytes: Uint8Array) => {
      passed += bytes.length;
      if (passed >= COLLECT_EVERY) {
        passed = 0;
        collectYoung();
      }
      busy = receive(bytes);
      if (!busy) return;
      answer.pause();
      busy.then(() => answer.resume(), fail);
    });
    answer.once('error', fail);
    answer.once('close', () => {
      if (answer.complete) Promise.resolve(busy).then(resolve, fail);
      else fail(lostConnection('the connection broke off'));
    });
  });
}
