import { Injectable } from '@nestjs/common';
import type { Pool, QueryError, RowDataPacket } from 'mysql2';
import { DataSource, QueryFailedError } from 'typeorm';
import { DatabaseMetrics } from './database-metrics.service';
import { statementKind } from './statement-kind';

/**
 * Reads straight from the pool of connections. What TypeORM does around a statement takes about as long as a statement that
 * reads one row by its key: for such reads where a request waits for little else. They are counted and traced as the others.
 */
@Injectable()
export class DirectReads {
  constructor(
    private readonly source: DataSource,
    private readonly metrics: DatabaseMetrics,
  ) {}

  /** The rows of a SELECT, outside of any transaction. @throws QueryFailedError, as `DataSource.query` */
  rows<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    const { pool } = this.source.driver as unknown as { pool: Pool };
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const answered = (error: QueryError | null, rows?: RowDataPacket[]): void => {
        this.metrics.note(statementKind(sql), !error, performance.now() - started);
        if (error) reject(new QueryFailedError(sql, parameters, error));
        else resolve(rows as unknown as Row[]);
      };
      pool.getConnection((refused, connection) => {
        if (refused) {
          answered(refused as QueryError);
          return;
        }
        connection.query<RowDataPacket[]>(sql, parameters, (error, rows) => {
          // A connection that is lost leaves the pool just after this: given back before, it would go to who waits for one.
          if (error) process.nextTick(() => connection.release());
          else connection.release();
          answered(error, rows);
        });
      });
    });
  }
}
