import { isNativeError } from 'node:util/types';
import { HttpException } from '@nestjs/common';
import { ValidationFailedError } from '@portolan/validation';
import { COMMON_STATUS, ErrorKind, ServiceError, unavailable } from './service-error';

/** Kinds that only our own code raises: the status of another error never maps to them. */
const { Constraint, Exists, RangeNotSatisfiable, Internal } = ErrorKind;
const OWN_KINDS = new Set<ErrorKind>([Constraint, Exists, RangeNotSatisfiable, Internal]);
const KIND_OF_STATUS = new Map<number | undefined, ErrorKind>([
  ...Object.values(ErrorKind).flatMap((kind): [number, ErrorKind][] =>
    OWN_KINDS.has(kind) ? [] : [[COMMON_STATUS[kind], kind]],
  ),
  [414, ErrorKind.Malformed],
  [431, ErrorKind.Malformed],
]);

/** The message about an address that cannot be decoded. */
export const INVALID_ENCODING =
  'the address has an invalid percent-encoding: % must begin two hexadecimal digits, and the bytes must be UTF-8';

/** Messages that replace Fastify's own and name the correct form. */
const PLAIN: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    'the media type of the body is not supported: send Content-Type: application/json',
  FST_ERR_BAD_URL: INVALID_ENCODING,
  FST_ERR_CTP_BODY_TOO_LARGE: 'the body is larger than 1 MiB (1048576 bytes)',
};

/** Converts any thrown value (of the services, Nest, Fastify, the database) to a {@link ServiceError}. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof ValidationFailedError) {
    const kind = error.kind === 'constraint' ? ErrorKind.Constraint : ErrorKind.Malformed;
    return new ServiceError(kind, error.message, { fields: error.errors, cause: error });
  }
  if (isOutage(error)) return unavailable('the database or Redis cannot be reached: try again in 2 s', error);
  const kind = KIND_OF_STATUS.get(statusOf(error));
  if (kind === undefined) return new ServiceError(ErrorKind.Internal, 'internal error', { cause: error });
  const { code, message } = error as Error & { code?: string };
  return new ServiceError(kind, PLAIN[code ?? ''] ?? message, { cause: error });
}

/** Fastify's errors have `statusCode`, Nest's `getStatus()`. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (!(error instanceof Error)) return undefined;
  const status = (error as { statusCode?: unknown }).statusCode;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}

/** Codes of mysql2 and ioredis errors that mean an unreachable server, not a faulty statement: 503 with Retry-After. */
const OUTAGE_CODES: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ER_CON_COUNT_ERROR',
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_CONNECTION_KILLED',
  'ER_CLIENT_INTERACTION_TIMEOUT',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_LOCK_DEADLOCK',
  'POOL_CLOSED',
]);

const OUTAGE_MESSAGES = [
  ...['Connection is closed', "Stream isn't writeable", 'Command timed out', 'MaxRetriesPerRequest'],
  ...['Reached the max retries per request limit', 'Pool is closed', 'Queue limit reached'],
  "Can't add new command when connection is in closed state",
];

/** Reports whether an error means that the database or Redis is unreachable. */
export function isOutage(error: unknown): boolean {
  // Not `instanceof`: under Jest, errors of Node's own modules belong to another realm.
  if (!isNativeError(error)) return false;
  const errors = [error, readField(error, 'driverError'), readField(error, 'cause')];
  return (
    errors.some((one) => OUTAGE_CODES.has(readField(one, 'code'))) ||
    OUTAGE_MESSAGES.some((message) => error.message.includes(message))
  );
}

export const isDuplicateKey = (error: unknown): boolean =>
  [error, readField(error, 'driverError')].some((one) => readField(one, 'code') === 'ER_DUP_ENTRY');

const readField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
