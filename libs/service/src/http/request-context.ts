import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

interface RequestScope {
  requestId: string;
}

const scope = new AsyncLocalStorage<RequestScope>();

/** Header that carries the request id in and out. */
export const REQUEST_ID_HEADER = 'x-request-id';

const SAFE_REQUEST_ID = /^[\w.:-]{1,128}$/;

/** A client's own id when it is harmless (no header or log injection), else a new one. */
export function acceptRequestId(given: unknown): string {
  return typeof given === 'string' && SAFE_REQUEST_ID.test(given) ? given : randomUUID();
}

/** The id of the request (or message) that is being served here, if any. */
export function currentRequestId(): string | undefined {
  return scope.getStore()?.requestId;
}

/** Runs `work` on behalf of a request: what it sends and logs carries that id. */
export function withRequestId<R>(requestId: string | undefined, work: () => R): R {
  return scope.run({ requestId: requestId ?? randomUUID() }, work);
}

/** From here on this asynchronous call chain belongs to the request. */
export function enterRequest(requestId: string): void {
  scope.enterWith({ requestId });
}
