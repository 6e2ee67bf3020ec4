import { isNativeError } from 'node:util/types';

/**
 * Codes of mysql2 and ioredis errors that mean "the server is away", not "the statement is wrong".
 * They become 503 with Retry-After (design, error table).
 */
const OUTAGE_CODES: ReadonlySet<string> = new Set([
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
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_LOCK_DEADLOCK',
  'POOL_CLOSED',
]);

const OUTAGE_MESSAGES = [
  'Connection is closed',
  "Stream isn't writeable",
  'Command timed out',
  'MaxRetriesPerRequest',
  'Reached the max retries per request limit',
  'Pool is closed',
  'Queue limit reached',
  "Can't add new command when connection is in closed state",
];

/** Tells whether an error of the database or of Redis means that the server can't be reached just now. */
export function isOutage(error: unknown): boolean {
  // Not `instanceof`: errors of Node's own modules are of another realm under Jest.
  if (!isNativeError(error)) return false;
  const codes = [error, readField(error, 'driverError'), readField(error, 'cause')].map((one) =>
    readField(one, 'code'),
  );
  if (codes.some((code) => typeof code === 'string' && OUTAGE_CODES.has(code))) return true;
  return OUTAGE_MESSAGES.some((message) => error.message.includes(message));
}

/** Tells whether an error means that a unique key is taken already. */
export function isDuplicateKey(error: unknown): boolean {
  return [error, readField(error, 'driverError')].some((one) => readField(one, 'code') === 'ER_DUP_ENTRY');
}

function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
