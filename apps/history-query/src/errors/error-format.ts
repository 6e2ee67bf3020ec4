import { STATUS_CODES } from 'node:http';
import { publicMessage, type ErrorFormat } from '@portolan/service';

/** Returns the name of a status in error bodies: 404 is `NOT_FOUND`. */
const nameOf = (status: number): string =>
  (STATUS_CODES[status] ?? `HTTP ${status}`).toUpperCase().replace(/[^A-Z0-9]+/g, '_');

/** Errors of API v2 (V2-ERR-1): `{code, name, message}`, `code` equal to the status. */
export const historyErrors: ErrorFormat = {
  body: (context) => ({
    code: context.status,
    name: nameOf(context.status),
    message: publicMessage(context),
  }),
};
