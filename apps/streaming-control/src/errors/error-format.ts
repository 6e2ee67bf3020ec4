import { hostname } from 'node:os';
import { ErrorKind, publicMessage, type ErrorFormat } from '@portolan/service';

/**
 * Errors of v1: `{time, host, error, requestId}` (reference: streams §2). A broken constraint is 400 and
 * so is a wrong state, except where a use case says {@link ErrorKind.Exists} (create, scale: 409).
 */
export const streamingErrors: ErrorFormat = {
  body: (context) => ({
    time: context.now,
    host: hostname(),
    error: publicMessage(context),
    requestId: context.requestId,
  }),
  statuses: { [ErrorKind.Constraint]: 400, [ErrorKind.WrongState]: 400, [ErrorKind.Exists]: 409 },
};
