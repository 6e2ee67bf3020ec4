import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntitySubscriberInterface } from 'typeorm';
import { currentSpan } from '../http/request-context';
import { Metrics } from '../metrics/metrics';
import { SpanKind, Tracing } from '../tracing/tracing';
import { statementKind } from './statement-kind';

/** Seconds of one statement. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** What is read of mysql2's pool, which has no words of its own for it. */
interface Pool {
  _allConnections?: { length: number };
  _freeConnections?: { length: number };
  _connectionQueue?: { length: number };
}

/** Time of statements and the use of the connections; a statement of a traced request is a span. */
@Injectable()
export class DatabaseMetrics implements OnModuleInit {
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
        const all = this.pool._allConnections?.length ?? 0;
        const free = this.pool._freeConnections?.length ?? 0;
        gauge.set({ state: 'used' }, all - free);
        gauge.set({ state: 'free' }, free);
      },
    );
    metrics.gauge('database_connections_awaited', 'Who waits for a connection to the database', [], (gauge) =>
      gauge.set(this.pool._connectionQueue?.length ?? 0),
    );
  }

  onModuleInit(): void {
    const subscriber: EntitySubscriberInterface = {
      afterQuery: ({ query, success, executionTime }) =>
        this.note(statementKind(query), success, executionTime),
    };
    this.source.subscribers.push(subscriber);
  }

  private get pool(): Pool {
    return (this.source.driver as { pool?: Pool }).pool ?? {};
  }

  /** Counts a statement. @param tookMs unknown for one that failed */
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
