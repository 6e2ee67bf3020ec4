import process from 'node:process';
import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import type { LoggerService } from '@nestjs/common';
import { currentRequestId, currentSpan } from '../requests/request-context';
import type { LogLevel } from '../config/service-config';

/** The message of access-log lines. */
export const ACCESS_MESSAGE = 'request';

/** Maximum delay of an access-log line, ms. */
const WAIT_MS = 20;
/** Buffered bytes that trigger a write. */
const ENOUGH_BYTES = 8192;

/** Makes pino pass the properties of each line to its destination. */
const TOLD = Symbol.for('pino.metadata');

/** A sink of whole lines; `flush` writes all buffered lines before it returns. */
export interface LineWriter {
  write: (line: string) => unknown;
  flush: () => void;
}

/** Writes to an open file, pipe or terminal. Its `flushSync` would wait for the disk, too, each time. */
export const linesTo = (fd: number): LineWriter =>
  pino.destination({ dest: fd, minLength: ENOUGH_BYTES, sync: true });

/**
 * Log lines go to stdout at once. Access-log lines wait a moment: a write of each costs as much as finding a document. Any other
 * line takes them along, as does the end of the process; only SIGKILL loses those of the last {@link WAIT_MS}.
 */
export class LogOutput implements DestinationStream {
  readonly [TOLD] = true;
  /** Set by pino before each line. */
  lastMsg: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private endsWithProcess = false;

  constructor(private readonly out: LineWriter = linesTo(process.stdout.fd)) {}

  write(line: string): void {
    this.out.write(line);
    if (this.lastMsg === ACCESS_MESSAGE) this.flushSoon();
    else this.flushSync();
  }

  /** Called by pino, too, before a fatal error ends the process. */
  flushSync(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.out.flush();
  }

  private flushSoon(): void {
    if (this.timer !== undefined) return;
    this.timer = setTimeout(() => this.flushSync(), WAIT_MS).unref();
    if (this.endsWithProcess) return;
    this.endsWithProcess = true;
    process.once('exit', () => this.flushSync());
  }
}

/** Access-log lines name their request themselves: nothing is merged into them. */
const NOTHING: object = Object.freeze({});

/** Writes one JSON line per event to stdout, with the request id of the call chain and without secrets. */
export function createLogger(service: string, level: LogLevel): Logger {
  return pino(
    {
      name: service,
      level,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: { err: withoutValues },
      mixin: (line) => {
        const traceId = currentSpan()?.traceId;
        const requestId = 'requestId' in line ? undefined : currentRequestId();
        return requestId || traceId
          ? { ...(requestId && { requestId }), ...(traceId && { traceId }) }
          : NOTHING;
      },
      mixinMergeStrategy: (line, scope) => (scope === NOTHING ? line : { ...scope, ...line }),
    },
    new LogOutput(),
  );
}

/** Errors of the database carry their statement with all its values, including secrets of clients. */
const VALUES = new Set(['sql', 'parameters', 'driverError']);

/** Returns an error for the log without the fields that contain the values of its statement. */
function withoutValues(error: unknown): unknown {
  if (!(typeof error === 'object' && error !== null)) return error;
  const told = stdSerializers.err(error as Error);
  return Object.fromEntries(Object.entries(told).filter(([name]) => !VALUES.has(name)));
}

/** Nest's own log lines through the same logger, so that there is one format. */
export function nestLogger(logger: Logger): LoggerService {
  const to = (level: 'debug' | 'warn' | 'trace' | 'fatal') => (message: unknown, context?: string) =>
    logger[level]({ context }, text(message));
  return {
    log: to('debug'),
    error: (message: unknown, ...details: unknown[]) => logger.error({ details }, text(message)),
    warn: to('warn'),
    debug: to('debug'),
    verbose: to('trace'),
    fatal: to('fatal'),
  };
}

const text = (message: unknown): string => (typeof message === 'string' ? message : JSON.stringify(message));

/** The service's logger, for injection. */
export abstract class ServiceLogger {
  abstract readonly info: Logger['info'];
  abstract readonly warn: Logger['warn'];
  abstract readonly error: Logger['error'];
  abstract readonly debug: Logger['debug'];
}
