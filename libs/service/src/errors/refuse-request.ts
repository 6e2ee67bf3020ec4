import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { REQUEST_ID_HEADER } from '../http/request-context';
import type { ErrorFormat } from './error-format';
import { ErrorKind, ServiceError } from './service-error';

/** What Node's HTTP parser says of a request that it can't read: the status, and what is told. */
const REFUSALS: Readonly<Record<string, { status: number; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'the address and the headers are too long' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'the request took too long to come' },
  HPE_INVALID_METHOD: { status: 400, message: 'no valid HTTP request: its method is none that HTTP knows' },
  HPE_INVALID_URL: {
    status: 400,
    message:
      'no valid HTTP request: spaces and characters beyond ASCII in the address must be percent-encoded',
  },
  HPE_INVALID_HEADER_TOKEN: {
    status: 400,
    message: 'no valid HTTP request: a header has a character that headers cannot have',
  },
};

/** The parser's own words: `Missing expected LF after header value`. */
const unreadable = ({ reason }: { reason?: string | undefined }): { status: number; message: string } => ({
  status: 400,
  message: `no valid HTTP request${reason === undefined ? '' : `: ${reason}`}`,
});

/** Answers, in the API's format, what is no readable HTTP request: no hook and no route sees it. Ends the connection. */
export function refuseRequest(
  format: ErrorFormat,
  error: Error & { code?: string; reason?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const { status, message } = REFUSALS[error.code ?? ''] ?? unreadable(error);
  const requestId = randomUUID();
  const refusal = new ServiceError(ErrorKind.Malformed, message);
  const body = JSON.stringify(format.body({ status, error: refusal, requestId, now: Date.now() }));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${REQUEST_ID_HEADER}: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
