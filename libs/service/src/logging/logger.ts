import { Injectable, type LoggerService } from '@nestjs/common';
import { pino, stdSerializers, type Logger } from 'pino';
import { currentRequestId, currentSpan } from '../http/request-context';
import type { LogLevel } from '../config/service-config';
import { LogOutput } from './log-output';

/** One JSON line an event on stdout, with the request id of the call chain; secrets are cut out. */
export function createLogger(service: string, level: LogLevel): Logger {
  return pino(
    {
      name: service,
      level,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: { err: withoutValues },
      mixin: () => {
        const requestId = currentRequestId();
        const traceId = currentSpan()?.traceId;
        return { ...(requestId && { requestId }), ...(traceId && { traceId }) };
      },
    },
    new LogOutput(),
  );
}

/** Errors of the database carry their statement with all that was written: secrets of clients, too. */
const VALUES = new Set(['sql', 'parameters', 'driverError']);

/** An error for the log: its statement with placeholders stays, what was put into it does not. */
function withoutValues(error: unknown): unknown {
  if (!(typeof error === 'object' && error !== null)) return error;
  const told = stdSerializers.err(error as Error);
  return Object.fromEntries(Object.entries(told).filter(([name]) => !VALUES.has(name)));
}

/** Nest's own log lines through the same logger, so that there is one format. */
@Injectable()
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, text(message));
  }

  error(message: unknown, ...details: unknown[]): void {
    this.logger.error({ details }, text(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, text(message));
  }

  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, text(message));
  }

  verbose(message: unknown, context?: string): void {
    this.logger.trace({ context }, text(message));
  }

  fatal(message: unknown, context?: string): void {
    this.logger.fatal({ context }, text(message));
  }
}

const text = (message: unknown): string => (typeof message === 'string' ? message : JSON.stringify(message));

/** The service's logger, for injection. */
export abstract class ServiceLogger {
  abstract readonly info: Logger['info'];
  abstract readonly warn: Logger['warn'];
  abstract readonly error: Logger['error'];
  abstract readonly debug: Logger['debug'];
}
