import { types } from 'node:util';
import { CliError, ExitCode } from './cli-error.ts';

/** The common shape of the errors of the three clients. */
export interface AnsweredError extends Error {
  readonly status: number;
  readonly method: string | undefined;
  readonly url: string | undefined;
}

/** Reports whether an error is a response of a service; the three clients have one class each. */
export const isAnswered = (error: unknown): error is AnsweredError =>
  types.isNativeError(error) && 'status' in error && typeof error.status === 'number' && 'isFinal' in error;

const NOT_FOUND = 404;
const FIRST_SERVER_ERROR = 500;

/** The hint for a service that lacks an addition of this project to the API. */
export const OLDER_RELEASE =
  'the service has an older release of its API (API_RELEASE), without this addition';

/** Returns the response to a request; undefined for a 404. */
export async function answered<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isAnswered(error) && error.status === NOT_FOUND) return undefined;
    throw error;
  }
}

/** Answers that say nothing about the request: a retry later may succeed. */
const UNAVAILABLE = new Set([429, 502, 503, 504]);

/** Reports whether the same request may succeed later: no response, or one that says so. */
export const isTemporary = (error: unknown): boolean =>
  isAnswered(error) ? UNAVAILABLE.has(error.status) : isNetworkError(error);

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ETIMEDOUT',
]);

function isNetworkError(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined && NETWORK_CODES.has(code)) return true;
  return error.cause !== undefined && isNetworkError(error.cause);
}

/** Reports whether a connection failed, as opposed to the code that reads from it. */
function isOfConnection(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  return isMarkedLost(error) || isNetworkError(error) || isOfConnection(error.cause);
}

/** Reports whether an error is a response that is not JSON, which a typed client failed to parse. Documents of the user are parsed elsewhere, with errors of their own. */
const isUnparsable = (error: unknown): boolean => types.isNativeError(error) && error.name === 'SyntaxError';

/** Reports whether a running command retries: after any error but a response that cannot change, because connections break in many ways. */
export function isInterruption(error: unknown): boolean {
  if (error instanceof CliError) return error.exitCode === ExitCode.Unreachable;
  if (isAnswered(error)) return isTemporary(error) || error.status >= FIRST_SERVER_ERROR;
  return true;
}

/** A failed request, as it is reported. */
export interface FailedRequest {
  method: string | undefined;
  url: string | undefined;
  requestId: string | undefined;
}

/** Reports whether a service does not know the address of a request, as opposed to a missing record. */
const isUnknownAddress = ({ status, message }: AnsweredError): boolean =>
  status === NOT_FOUND && message.startsWith('no such address');

/** The collections that every release of job orchestration has. */
const IN_EVERY_RELEASE = /\/api\/v3\/(jobs|clusters|commands|applications)(\?|$)/;

/** The hint for a service at whose address another one was expected. */
const OTHER_SERVICE = 'the address may be that of another service: see --jobs, --history and --streams';

const isOfNewerRelease = ({ url }: AnsweredError): boolean =>
  url?.includes('/api/v3/') === true && !IN_EVERY_RELEASE.test(url);

/** The request by which the text of a refused selection says where to read more. */
const RESOLVE = /POST \/api\/v3\/jobs\/resolve(?= tells more)/;

/** A document of history that is gone; the message names the arguments of the API. */
const GONE = 410;

function hintOf(error: AnsweredError): string {
  if (error.status === 401) return '; log in with `portolan context login`';
  if (error.status === GONE && error.message.includes('_at, _since or _all'))
    return '; here they are --at, --since and --all';
  if (!isUnknownAddress(error)) return '';
  return `; ${isOfNewerRelease(error) ? OLDER_RELEASE : OTHER_SERVICE}`;
}

/** Returns an error of a request as the user sees it; returns any other error unchanged. */
export function requestFailure(error: unknown, requestOf: (error: unknown) => FailedRequest): unknown {
  if (!types.isNativeError(error) || error instanceof CliError) return error;
  const { method, url, requestId } = requestOf(error);
  const place = `${method ?? 'GET'} ${url ?? 'the service'}`;
  if (isAnswered(error)) {
    const exitCode = UNAVAILABLE.has(error.status) ? ExitCode.Unreachable : ExitCode.Refused;
    const id = requestId === undefined ? '' : `, request id ${requestId}`;
    const hint = hintOf(error);
    const message = error.message.replace(
      RESOLVE,
      '`portolan job resolve`, or `job submit` with `--dry-run`,',
    );
    return new CliError(message, exitCode, `${place} answered ${error.status}${id}${hint}`, {
      cause: error,
    });
  }
  if (isOfConnection(error)) {
    const origin = url === undefined ? 'the service' : new URL(url).origin;
    return new CliError(`cannot reach ${origin}: ${reasonOf(error)}`, ExitCode.Unreachable, place, {
      cause: error,
    });
  }
  if (isUnparsable(error) && url !== undefined)
    return new CliError(`${new URL(url).origin} answered with no valid JSON`, ExitCode.Unreachable, place, {
      cause: error,
    });
  return error;
}

function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED')
    return 'nothing listens there (ECONNREFUSED); start the service, or choose another with `portolan context add`';
  if (code === 'ENOTFOUND') return 'no host has this name (ENOTFOUND)';
  // OpenSSL ends its messages with a line break.
  const message = error.message.trim();
  return message === '' && code !== undefined ? code : message;
}

const lost = new WeakSet<Error>();

/** Marks an error as one of a connection, as opposed to one of the code that reads from it. @returns the error */
export function markLost<E extends Error>(error: E): E {
  lost.add(error);
  return error;
}

/** Returns the error of an interruption that only the reader notices, such as a feed that ended too early. */
export const lostConnection = (message: string): Error => markLost(new Error(message));

/** Reports whether an error was marked as a lost connection. */
const isMarkedLost = (error: Error): boolean => lost.has(error);
