/**
 * Thrown by a handler that can't take a message now: it goes back and is delivered again after
 * `delayMs`, as often as needed; this does not count as a failed try.
 */
export class RedeliverLater extends Error {
  override readonly name = 'RedeliverLater';

  constructor(readonly delayMs: number) {
    super(`again in ${delayMs} ms`);
  }
}
