import type { Principal } from './principal';

/** What a client whose stream ends with its credential is told. */
export const CREDENTIAL_IS_OVER = 'the credential that opened this stream has expired';

/** The close code of a websocket for a client that may not go on (RFC 6455: policy violation). */
export const POLICY_VIOLATION = 1008;

/** The longest that a timer of Node.js can be set to, ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A websocket, as far as its end matters. */
interface ClosableSocket {
  close(code: number, reason: string): void;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * Calls `listener` as soon as a client's credential does not hold any more; never for one without an end.
 *
 * @returns to be called when nobody needs to know any more
 */
export function whenCredentialEnds(principal: Principal | undefined, listener: () => void): () => void {
  const end = principal?.expiresAt;
  if (end === undefined) return () => undefined;
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    const left = end - Date.now();
    timer = left > MAX_TIMER_MS ? setTimeout(wait, MAX_TIMER_MS) : setTimeout(listener, Math.max(left, 0));
    timer.unref();
  };
  wait();
  return () => clearTimeout(timer);
}

/** Closes a websocket, with code 1008 and the reason, when the credential that opened it is over. */
export function closeWithCredential(socket: ClosableSocket, principal: Principal | undefined): void {
  const forget = whenCredentialEnds(principal, () => socket.close(POLICY_VIOLATION, CREDENTIAL_IS_OVER));
  socket.once('close', forget);
}
