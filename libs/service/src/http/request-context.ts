import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** What the span of a request is for those who send its name along. */
interface CurrentSpan {
  readonly traceparent: string;
  readonly traceId: string;
}

interface RequestScope {
  requestId: string | undefined;
  span?: CurrentSpan | undefined;
  /** Fields of the request's body that no rule knows, by their paths. */
  ignored?: Set<string> | undefined;
}

/** More than so many names help nobody. */
const IGNORED_LIMIT = 50;
const NONE: ReadonlySet<string> = new Set();

const scope = new AsyncLocalStorage<RequestScope>();

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route enters the scope of its request itself (`enterRequest`), for what it answers at once needs none. */
    entersLater?: boolean;
  }
}

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
  return scope.run({ requestId: requestId ?? randomUUID(), span: currentSpan() }, work);
}

/** The span of what is being served here, if any and if it is traced. */
export function currentSpan(): CurrentSpan | undefined {
  return scope.getStore()?.span;
}

/** Runs `work` as a part of a span. */
export function withSpan<R>(span: CurrentSpan, work: () => R): R {
  return scope.run({ ...scope.getStore(), requestId: currentRequestId(), span }, work);
}

/** From here on this asynchronous call chain belongs to the request. */
export function enterRequest(requestId: string, span?: CurrentSpan): void {
  scope.enterWith({ requestId, span, ignored: new Set() });
}

/** Notes that the request that is being served here has a field that no rule knows. @returns whether more can be noted */
export function noteIgnoredField(path: string): boolean {
  const ignored = scope.getStore()?.ignored;
  if (!ignored || ignored.size >= IGNORED_LIMIT) return false;
  ignored.add(path);
  return true;
}

/** Notes about this request. */
export const takenIgnoredFields = (): ReadonlySet<string> => scope.getStore()?.ignored ?? NONE;
