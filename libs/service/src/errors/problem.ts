import { HttpException } from '@nestjs/common';
import { ValidationFailedError } from '@portolan/validation';
import { isOutage } from './outage';
import { ErrorKind, ServiceError } from './service-error';

/** Seconds after which a client should try again when a server is away. */
const RETRY_AFTER_SECONDS = '2';

const KIND_OF_STATUS: Readonly<Record<number, ErrorKind>> = {
  400: ErrorKind.Malformed,
  401: ErrorKind.Unauthorized,
  403: ErrorKind.Forbidden,
  404: ErrorKind.NotFound,
  405: ErrorKind.MethodNotAllowed,
  406: ErrorKind.NotAcceptable,
  409: ErrorKind.WrongState,
  410: ErrorKind.Gone,
  413: ErrorKind.TooLarge,
  414: ErrorKind.Malformed,
  415: ErrorKind.UnsupportedMediaType,
  429: ErrorKind.TooMany,
  431: ErrorKind.Malformed,
  503: ErrorKind.Unavailable,
};

/** Messages that replace Fastify's own, with the correct form. */
const PLAIN: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    'the body is of a type that is not read here: send Content-Type: application/json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'the body is larger than 1 MiB (1048576 bytes)',
};

/** Reads whatever was thrown (by us, Nest, Fastify, the database) as a {@link ServiceError}. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof ValidationFailedError) {
    const kind = error.kind === 'constraint' ? ErrorKind.Constraint : ErrorKind.Malformed;
    return new ServiceError(kind, error.message, { fields: error.errors, cause: error });
  }
  if (isOutage(error)) {
    return new ServiceError(
      ErrorKind.Unavailable,
      'the database or Redis cannot be reached, try again in 2 s',
      {
        headers: { 'Retry-After': RETRY_AFTER_SECONDS },
        cause: error,
      },
    );
  }
  const status = statusOf(error);
  const kind = status === undefined ? undefined : KIND_OF_STATUS[status];
  if (kind === undefined) return new ServiceError(ErrorKind.Internal, 'internal error', { cause: error });
  const { code, message } = error as Error & { code?: string };
  return new ServiceError(kind, PLAIN[code ?? ''] ?? message, { cause: error });
}

/** Fastify's errors carry `statusCode`, Nest's `getStatus()`. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (!(error instanceof Error)) return undefined;
  const status = (error as { statusCode?: unknown }).statusCode;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}
