import { hostname } from 'node:os';
import {
  ROOT_CONTEXT,
  SpanKind as OtelKind,
  SpanStatusCode,
  TraceFlags,
  trace,
  type Context,
  type Span as OtelSpan,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import { within } from '@portolan/messaging';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config/service-config';
import { currentSpan } from '../requests/request-context';
import {
  SpanKind,
  Tracing,
  formatTraceparent,
  parseTraceparent,
  type Span,
  type SpanAttributes,
  type SpanOptions,
} from './tracing';

/** Time limit for sending the last spans at shutdown, ms. */
const LAST_FLUSH_MS = 3000;

const KINDS: Readonly<Record<SpanKind, OtelKind>> = {
  [SpanKind.Server]: OtelKind.SERVER,
  [SpanKind.Client]: OtelKind.CLIENT,
  [SpanKind.Producer]: OtelKind.PRODUCER,
  [SpanKind.Consumer]: OtelKind.CONSUMER,
  [SpanKind.Internal]: OtelKind.INTERNAL,
};

/** Sends spans to a collector over OTLP/HTTP in batches. While the collector is unavailable, only spans are lost. */
export class OtlpTracing extends Tracing {
  override readonly on = true;
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;

  constructor(
    service: { name: string; version: string },
    config: ServiceConfig,
    private readonly logger: Logger,
  ) {
    super();
    const endpoint = (config.OTEL_EXPORTER_OTLP_ENDPOINT ?? '').replace(/(?<!\/)\/+$/, '');
    const exporter = new OTLPTraceExporter({
      url: `${endpoint}/v1/traces`,
      headers: readPairs(config.OTEL_EXPORTER_OTLP_HEADERS),
    });
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.namespace': 'portolan',
        'service.name': config.OTEL_SERVICE_NAME ?? service.name,
        'service.version': service.version,
        'service.instance.id': `${hostname()}-${process.pid}`,
        'host.name': hostname(),
        ...readPairs(config.OTEL_RESOURCE_ATTRIBUTES),
      }),
      sampler: samplerOf(config),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.tracer = this.provider.getTracer('portolan', service.version);
  }

  override start(name: string, options: SpanOptions): Span {
    const parent = options.parent ?? currentSpan()?.traceparent;
    const span = this.tracer.startSpan(
      name,
      {
        kind: KINDS[options.kind],
        attributes: options.attributes ?? {},
        ...(options.startedAt !== undefined && { startTime: options.startedAt }),
      },
      contextOf(parent),
    );
    return new OtlpSpan(span);
  }

  override async close(): Promise<void> {
    const sent = this.provider.shutdown().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the last spans were not sent');
    });
    await within(LAST_FLUSH_MS, sent, () => undefined);
  }
}

class OtlpSpan implements Span {
  readonly traceparent: string;
  readonly traceId: string;

  constructor(private readonly span: OtelSpan) {
    const { traceId, spanId, traceFlags } = span.spanContext();
    this.traceId = traceId;
    const sampled = (traceFlags & TraceFlags.SAMPLED) !== 0;
    this.traceparent = formatTraceparent({ traceId, spanId, sampled });
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes(attributes);
  }

  end(error?: unknown, at?: number): void {
    if (error !== undefined) {
      const message = error instanceof Error ? error.message : 'failed';
      this.span.setStatus({ code: SpanStatusCode.ERROR, message: message.slice(0, 512) });
    }
    this.span.end(at);
  }
}

function contextOf(parent: unknown): Context {
  const name = parseTraceparent(parent);
  if (!name) return ROOT_CONTEXT;
  const { sampled, ...ids } = name;
  const traceFlags = sampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { ...ids, traceFlags, isRemote: true });
}

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share }: ServiceConfig): Sampler {
  const rootOf = (root: string): Sampler => {
    if (root === 'always_off') return new AlwaysOffSampler();
    return root === 'traceidratio' ? new TraceIdRatioBasedSampler(share) : new AlwaysOnSampler();
  };
  return name.startsWith('parentbased_')
    ? new ParentBasedSampler({ root: rootOf(name.slice('parentbased_'.length)) })
    : rootOf(name);
}

/** `key=value,key=value`, as OpenTelemetry writes headers and attributes. */
function readPairs(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=');
    return at > 0 ? [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]] : [];
  });
  return Object.fromEntries(pairs);
}
