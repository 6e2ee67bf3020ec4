import { ErrorKind, publicMessage, type ErrorFormat } from '@portolan/service';

/** Errors of API v3: `{errorCode, message}`; a broken constraint of the field tables is 412 (reference: jobs §2). */
export const errorFormat: ErrorFormat = {
  body: (context) => ({ errorCode: context.status, message: publicMessage(context) }),
  statuses: { [ErrorKind.Constraint]: 412 },
};
