import type { IncomingMessage } from 'node:http';

/** How long a client may go on sending what nobody reads, ms. */
const DRAIN_LIMIT_MS = 5000;

/**
 * Takes what is still to come of a request's body and drops it: done when all of it has come, when the client is gone, or
 * after 5 s. A connection that closes while its client still sends is reset by the kernel, and the client then never reads
 * the answer that told it why.
 */
export function drainRequest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(over, DRAIN_LIMIT_MS);
    request.once('end', over).once('close', over).once('error', over).resume();
  });
}
