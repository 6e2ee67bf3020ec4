import { createRequire } from 'node:module';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config/service-config';
import type * as Otlp from './otlp-tracing';
import { NoTracing, type Tracing } from './tracing';

/** Loads a file only when it is needed. */
const load = createRequire(__filename);

/** Traces as the configuration wants them; OpenTelemetry is loaded only when they are on. */
export function startTracing(
  service: { name: string; version: string },
  config: ServiceConfig,
  logger: Logger,
): Tracing {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return new NoTracing();
  const { OtlpTracing } = load('./otlp-tracing') as typeof Otlp;
  return new OtlpTracing(service, config, logger);
}
