import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** The span of a request, for requests and messages that propagate it. */
interface CurrentSpan {
  readonly traceparent: string;
  readonly traceId: string;
}

interface RequestScope {
  requestId: string | undefined;
  span?: CurrentSpan | undefined;
  ignored?: Set<string> | undefined;
  takesBody?: boolean;
}

const IGNORED_LIMIT = 50;
const NONE: ReadonlySet<string> = new Set();

const scope = new AsyncLocalStorage<RequestScope>();

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route enters the request's scope itself (`enterRequest`), because synchronous responses need none. */
    entersLater?: boolean;
  }
}

/** Header that carries the request id in and out. */
export const REQUEST_ID_HEADER = 'x-request-id';

const SAFE_REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Returns the client's own id when it is harmless (no header or log injection), else a new one. */
export function acceptRequestId(given: unknown): string {
  return typeof given === 'string' && SAFE_REQUEST_ID.test(given) ? given : randomUUID();
}

/** Returns the id of the current request or message, if any. */
export function currentRequestId(): string | undefined {
  return scope.getStore()?.requestId;
}

/** Runs `work` on behalf of a request: its calls and log lines carry that id. */
export function withRequestId<R>(requestId: string | undefined, work: () => R): R {
  return scope.run({ requestId: requestId ?? randomUUID(), span: currentSpan() }, work);
}

/** Returns the current span, if the request is traced. */
export function currentSpan(): CurrentSpan | undefined {
  return scope.getStore()?.span;
}

/** Runs `work` as a part of a span. */
export function withSpan<R>(span: CurrentSpan, work: () => R): R {
  return scope.run({ ...scope.getStore(), requestId: currentRequestId(), span }, work);
}

/** Assigns the rest of this asynchronous call chain to the request. */
export function enterRequest(requestId: string, span?: CurrentSpan): void {
  scope.enterWith({ requestId, span, ignored: new Set() });
}

/** Records an unknown field of the current request. @returns whether more can be recorded */
export function noteIgnoredField(path: string): boolean {
  const ignored = scope.getStore()?.ignored;
  if (!ignored || ignored.size >= IGNORED_LIMIT) return false;
  ignored.add(path);
  return true;
}

/** Records that the handler of the current request takes its body: the fields of any other body are ignored. */
export function noteTakenBody(): void {
  const store = scope.getStore();
  if (store) store.takesBody = true;
}

/** Reports whether the handler of the current request takes its body. */
export const takesBody = (): boolean => scope.getStore()?.takesBody === true;

/** Returns the recorded unknown fields of the current request. */
export const takenIgnoredFields = (): ReadonlySet<string> => scope.getStore()?.ignored ?? NONE;

/** Releases the recorded fields of the current request, whose head is sent. */
export function forgetIgnoredFields(): void {
  const store = scope.getStore();
  if (store) store.ignored = undefined;
}
