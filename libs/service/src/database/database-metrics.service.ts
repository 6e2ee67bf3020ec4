import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntitySubscriberInterface } from 'typeorm';
import { currentSpan } from '../requests/request-context';
import { Metrics } from '../metrics/metrics';
import { SpanKind, Tracing } from '../tracing/tracing';
import { poolOf } from './guarded-pool';

/** Buckets for the seconds of one statement. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** Measures statements and the use of connections; a statement of a traced request is a span. */
@Injectable()
export class DatabaseMetricsService implements OnModuleInit {
  private readonly duration;

  constructor(
    private readonly source: DataSource,
    private readonly tracing: Tracing,
    metrics: Metrics,
  ) {
    this.duration = metrics.histogram(
      'database_statement_duration_seconds',
      'Time that statements took in the database, by what they do; those that failed have the kind failed',
      ['kind'],
      BUCKETS,
    );
    metrics.gauge(
      'database_connections',
      'Connections of this process to its database',
      ['state'],
      (gauge) => {
        gauge.set({ state: 'used' }, poolOf(this.source)?.usage.used ?? 0);
        gauge.set({ state: 'free' }, poolOf(this.source)?.usage.free ?? 0);
      },
    );
    metrics.gauge('database_connections_awaited', 'Who waits for a connection to the database', [], (gauge) =>
      gauge.set(poolOf(this.source)?.usage.awaited ?? 0),
    );
  }

  onModuleInit(): void {
    const subscriber: EntitySubscriberInterface = {
      afterQuery: ({ query, success, executionTime }) =>
        this.note(statementKind(query), success, executionTime),
    };
    this.source.subscribers.push(subscriber);
  }

  /** Counts a statement. @param tookMs undefined for a failed one */
  note(kind: string, success: boolean, tookMs = 0): void {
    this.duration.observe({ kind: success ? kind : 'failed' }, tookMs / 1000);
    if (!this.tracing.on || !currentSpan()) return;
    const now = Date.now();
    const span = this.tracing.start(kind, {
      kind: SpanKind.Client,
      attributes: { 'db.system.name': 'mysql', 'db.operation.name': kind },
      startedAt: now - tookMs,
    });
    span.end(success ? undefined : new Error('the statement failed'), now);
  }
}

const KINDS = new Set(['select', 'insert', 'update', 'delete', 'commit', 'rollback']);

/** Returns the kind of a statement as a label of metrics, from a fixed set of words. */
export function statementKind(sql: string): string {
  const word = /^[\s(]*([a-z]+)/i.exec(sql)?.[1]?.toLowerCase() ?? '';
  return KINDS.has(word) ? word : 'other';
}
