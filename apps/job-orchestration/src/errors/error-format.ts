import { ErrorKind, ServiceError, publicMessage, type ErrorFormat } from '@portolan/service';

/** Errors of API v3: `{errorCode, message}`; a broken constraint of the field tables is 412 (V3-ERR-1). */
export const errorFormat: ErrorFormat = {
  body: (context) => ({ errorCode: context.status, message: publicMessage(context) }),
  statuses: { [ErrorKind.Constraint]: 412 },
};

/** Returns the error of a broken rule of the contract, 412. */
export const constraint = (message: string): ServiceError => new ServiceError(ErrorKind.Constraint, message);

/** Returns the error of something that is unavailable for some seconds, 503. */
export const unavailableNow = (message: string, cause?: unknown): ServiceError =>
  new ServiceError(ErrorKind.Unavailable, message, { headers: { 'Retry-After': '5' }, cause });
