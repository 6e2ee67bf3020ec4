import { Injectable, type LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import { currentRequestId } from '../http/request-context';
import type { LogLevel } from '../config/service-config';

/** One JSON line an event on stdout, with the request id of the call chain; secrets are cut out. */
export function createLogger(service: string, level: LogLevel): Logger {
  return pino({
    name: service,
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    mixin: () => {
      const requestId = currentRequestId();
      return requestId ? { requestId } : {};
    },
  });
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
