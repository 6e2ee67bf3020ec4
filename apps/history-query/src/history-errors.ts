import { publicMessage, type ErrorFormat } from '@portolan/service';

/** Names of statuses in error bodies (reference: history, Errors). */
const NAMES: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  410: 'GONE',
  413: 'PAYLOAD_TOO_LARGE',
  503: 'SERVICE_UNAVAILABLE',
};

/** Errors of API v2: `{code, name, message}`, `code` equal to the status (resource-history-v2, Errors). */
export const historyErrors: ErrorFormat = {
  body: (context) => ({
    code: context.status,
    name: NAMES[context.status] ?? (context.status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR'),
    message: publicMessage(context),
  }),
};
