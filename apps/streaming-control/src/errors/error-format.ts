import { hostname } from 'node:os';
import { ErrorKind, publicMessage, schema, type ErrorFormat } from '@portolan/service';

/**
 * Errors of v1: `{time, host, error, requestId}` (V1-ERR-5). Broken constraints and wrong states are 400, except for {@link
 * ErrorKind.Exists} (create, scale: 409).
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

const { millis, object, text } = schema;

/** The schema of error bodies, with fixed examples: the document must not depend on the machine that generates it. */
export const errorSchema = object({
  time: { ...millis(), example: 1_772_402_400_000 },
  host: { ...text(), example: 'streams-0' },
  error: { ...text(), example: 'no such resource' },
  requestId: { ...text(), example: '5e3c1f5a' },
});
