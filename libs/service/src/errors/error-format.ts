import { ErrorKind, type ServiceError } from './service-error';

/** What an error body may tell. */
export interface ErrorContext {
  status: number;
  error: ServiceError;
  requestId: string;
  /** ms since the epoch. */
  now: number;
}

/** How one API answers errors: its body, and its statuses where they differ from the common ones. */
export interface ErrorFormat {
  body(context: ErrorContext): object;
  statuses?: Partial<Record<ErrorKind, number>>;
}

const COMMON_STATUS: Readonly<Record<ErrorKind, number>> = {
  [ErrorKind.Malformed]: 400,
  [ErrorKind.Constraint]: 400,
  [ErrorKind.NotFound]: 404,
  [ErrorKind.Gone]: 410,
  [ErrorKind.Exists]: 409,
  [ErrorKind.WrongState]: 409,
  [ErrorKind.Unauthorized]: 401,
  [ErrorKind.Forbidden]: 403,
  [ErrorKind.MethodNotAllowed]: 405,
  [ErrorKind.NotAcceptable]: 406,
  [ErrorKind.UnsupportedMediaType]: 415,
  [ErrorKind.TooLarge]: 413,
  [ErrorKind.RangeNotSatisfiable]: 416,
  [ErrorKind.TooMany]: 429,
  [ErrorKind.Unavailable]: 503,
  [ErrorKind.Internal]: 500,
};

/** The status that an API answers an error with. */
export function statusOf(format: ErrorFormat, error: ServiceError): number {
  return format.statuses?.[error.kind] ?? COMMON_STATUS[error.kind];
}

/** The message a client may see: of our own bugs only the request id. */
export function publicMessage({ error, requestId }: ErrorContext): string {
  return error.kind === ErrorKind.Internal ? `internal error, request ${requestId}` : error.message;
}
