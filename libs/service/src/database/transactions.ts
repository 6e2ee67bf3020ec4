import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** The context that a use case passes to repositories that must write together. */
export type Transaction = EntityManager;

/** Maximum number of attempts of a transaction that loses a deadlock. */
const ATTEMPTS = 5;

/** Runs use cases in READ COMMITTED transactions. Deadlock victims are repeated: `work` does database work only, actions after the commit follow {@link run}. */
@Injectable()
export class Transactions {
  constructor(private readonly source: DataSource) {}

  async run<R>(work: (transaction: Transaction) => Promise<R>): Promise<R> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.source.transaction(work);
      } catch (error) {
        if (attempt >= ATTEMPTS || !isDeadlock(error)) throw error;
        await delay(5 * attempt + Math.random() * 20);
      }
    }
  }

  /** Runs reads that all see the moment of the first one, whatever is committed meanwhile. */
  snapshot<R>(read: (snapshot: Transaction) => Promise<R>): Promise<R> {
    return this.source.transaction('REPEATABLE READ', read);
  }
}

/** Returns the database server's time, ms since the epoch: the one clock that all replicas and nodes share. */
export async function databaseNow(transaction: Transaction): Promise<number> {
  const rows = await transaction.query<{ now: number | string }[]>(
    'SELECT CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS UNSIGNED) AS now',
  );
  return Number(rows[0]?.now);
}

/** Reports whether a transaction lost a deadlock, which has undone all of it. */
export function isDeadlock(error: unknown): boolean {
  const code = (error as { driverError?: { code?: unknown } }).driverError?.code;
  return code === 'ER_LOCK_DEADLOCK' || code === 'ER_CHECKREAD';
}
