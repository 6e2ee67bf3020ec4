import type { FieldError } from '@portolan/validation';

/** Kinds of errors; each API maps them to its statuses. */
export const ErrorKind = {
  /** Unparsable, of a wrong type, or without a required field. */
  Malformed: 'malformed',
  /** Breaks a constraint of the field tables. */
  Constraint: 'constraint',
  NotFound: 'notFound',
  /** The object existed and was removed: history (V2-ERR-3) and its feeds (V2-FEED-7). */
  Gone: 'gone',
  /** The object exists already. */
  Exists: 'exists',
  /** In use, or in a state that does not allow the request. */
  WrongState: 'wrongState',
  Unauthorized: 'unauthorized',
  Forbidden: 'forbidden',
  MethodNotAllowed: 'methodNotAllowed',
  NotAcceptable: 'notAcceptable',
  UnsupportedMediaType: 'unsupportedMediaType',
  TooLarge: 'tooLarge',
  RangeNotSatisfiable: 'rangeNotSatisfiable',
  TooMany: 'tooMany',
  /** The database, Redis or a node is unreachable: retry. */
  Unavailable: 'unavailable',
  /** A bug: the client gets the request id only. */
  Internal: 'internal',
} as const;
export type ErrorKind = (typeof ErrorKind)[keyof typeof ErrorKind];

export interface ErrorDetails {
  fields?: readonly FieldError[];
  /** Additional response headers: `Allow`, `Retry-After`, `Content-Range`. */
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** The error of use cases; the API maps it to a status. The message is for the client and names its object. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly fields: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly kind: ErrorKind,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(message, { cause: details.cause });
    this.fields = details.fields ?? [];
    this.headers = details.headers ?? {};
  }
}

/** Creates `No <what> with id <id> exists` and the like. */
export const notFound = (message: string): ServiceError => new ServiceError(ErrorKind.NotFound, message);

/** Creates the error of a server that does not respond now: retry in 2 s. */
export const unavailable = (message: string, cause?: unknown): ServiceError =>
  new ServiceError(ErrorKind.Unavailable, message, { headers: { 'Retry-After': '2' }, cause });

/** Returns the message of any thrown value. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Creates the error of an invalid value; the message names `field`. */
export const malformed = (field: string, message: string): ServiceError =>
  new ServiceError(ErrorKind.Malformed, message, {
    fields: [{ field, kind: 'type', rule: 'format', message }],
  });

export interface ErrorContext {
  status: number;
  error: ServiceError;
  requestId: string;
  /** ms since the epoch. */
  now: number;
}

/** The error responses of one API: body, and statuses that differ from the common ones. */
export interface ErrorFormat {
  body(context: ErrorContext): object;
  statuses?: Partial<Record<ErrorKind, number>>;
}

/** Statuses of the kinds, unless an API has its own. */
export const COMMON_STATUS: Readonly<Record<ErrorKind, number>> = {
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

export const statusOf = (format: ErrorFormat, { kind }: ServiceError): number =>
  format.statuses?.[kind] ?? COMMON_STATUS[kind];

/** Returns the message for the client; for an internal error only the request id. */
export const publicMessage = ({ error, requestId }: ErrorContext): string =>
  error.kind === ErrorKind.Internal ? `internal error, request ${requestId}` : error.message;
