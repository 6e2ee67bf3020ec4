import type { FieldError } from '@portolan/validation';

/** What went wrong, in the words of the design's error table; each API maps it to its status. */
export const ErrorKind = {
  /** Can't be parsed, wrong type, required field absent. */
  Malformed: 'malformed',
  /** A constraint of the field tables is broken. */
  Constraint: 'constraint',
  NotFound: 'notFound',
  /** It was there once. */
  Gone: 'gone',
  /** Exists already. */
  Exists: 'exists',
  /** In use, or in a state that does not allow it. */
  WrongState: 'wrongState',
  Unauthorized: 'unauthorized',
  Forbidden: 'forbidden',
  MethodNotAllowed: 'methodNotAllowed',
  NotAcceptable: 'notAcceptable',
  UnsupportedMediaType: 'unsupportedMediaType',
  TooLarge: 'tooLarge',
  RangeNotSatisfiable: 'rangeNotSatisfiable',
  TooMany: 'tooMany',
  /** The database, Redis or a node is away: try again. */
  Unavailable: 'unavailable',
  /** A bug of ours: the client learns nothing but the request id. */
  Internal: 'internal',
} as const;
export type ErrorKind = (typeof ErrorKind)[keyof typeof ErrorKind];

/** More about an error. */
export interface ErrorDetails {
  /** The fields that a client got wrong. */
  fields?: readonly FieldError[];
  /** Extra headers of the answer: `Allow`, `Retry-After`, `Content-Range`. */
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/**
 * The error that use cases throw. Never an HTTP exception: the status is the business of the API that
 * answers. The message is for the client and names what it concerns.
 */
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

/** `No <what> with id <id> exists` and the like. */
export const notFound = (message: string): ServiceError => new ServiceError(ErrorKind.NotFound, message);

/** A value of the client's that breaks a rule: `field` is named in the message's place. */
export const malformed = (field: string, message: string): ServiceError =>
  new ServiceError(ErrorKind.Malformed, message, {
    fields: [{ field, kind: 'type', rule: 'format', message }],
  });
