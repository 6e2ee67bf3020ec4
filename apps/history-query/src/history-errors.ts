import { STATUS_CODES } from 'node:http';
import { publicMessage, type ErrorFormat } from '@portolan/service';

/** The constant of a status in error bodies (reference: history, Errors): 404 is `NOT_FOUND`. */
const nameOf = (status: number): string =>
  (STATUS_CODES[status] ?? `HTTP ${status}`).toUpperCase().replace(/[^A-Z0-9]+/g, '_');

/** Errors of API v2: `{code, name, message}`, `code` equal to the status (resource-history-v2, Errors). */
export const historyErrors: ErrorFormat = {
  body: (context) => ({
    code: context.status,
    name: nameOf(context.status),
    message: publicMessage(context),
  }),
};
