import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A received span. Times in ms since the epoch. */
export interface CollectedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  /** Empty for the first of a trace. */
  parentSpanId: string;
  startedAt: number;
  endedAt: number;
  failed: boolean;
  attributes: Record<string, unknown>;
}

interface Pair {
  key: string;
  value: Record<string, unknown>;
}

interface OtlpRequest {
  resourceSpans: {
    resource: { attributes: Pair[] };
    scopeSpans: {
      spans: {
        name: string;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        startTimeUnixNano: string;
        endTimeUnixNano: string;
        status?: { code?: number };
        attributes?: Pair[];
      }[];
    }[];
  }[];
}

const ERROR_STATUS = 2;

/** A collector of OTLP/HTTP on loopback that stores received spans. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      const keep = (body: unknown): void => {
        if (request.url === '/v1/traces') this.spans.push(...read(body as OtlpRequest));
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      };
      // A request interrupted in its body, as by a stopped service, contains no spans.
      json(request).then(keep, () => response.destroy());
    });
  }

  /** @returns its address, for OTEL_EXPORTER_OTLP_ENDPOINT */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const record = (pairs: readonly Pair[] = []): Record<string, unknown> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]));

const millis = (nanos: string): number => Number(BigInt(nanos) / 1_000_000n);

function read({ resourceSpans }: OtlpRequest): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service: String(record(resource.attributes)['service.name']),
        name: span.name,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? '',
        startedAt: millis(span.startTimeUnixNano),
        endedAt: millis(span.endTimeUnixNano),
        failed: span.status?.code === ERROR_STATUS,
        attributes: record(span.attributes),
      })),
    ),
  );
}
