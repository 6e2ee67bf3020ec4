import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** What a use case hands to repositories that must write together. */
export type Transaction = EntityManager;

/** How often a transaction that lost a deadlock is tried in all. */
const ATTEMPTS = 5;

/**
 * Runs use cases in READ COMMITTED transactions. A deadlock's victim is run again, so `work` must do
 * nothing but database work (what must follow the commit comes after `run`).
 */
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
}

/** The database server's clock, ms since the epoch: the one clock that all replicas and nodes share. */
export async function databaseNow(transaction: Transaction): Promise<number> {
  const rows = await transaction.query<{ now: number | string }[]>(
    'SELECT CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS UNSIGNED) AS now',
  );
  return Number(rows[0]?.now);
}

function isDeadlock(error: unknown): boolean {
  const code = (error as { driverError?: { code?: unknown } }).driverError?.code;
  return code === 'ER_LOCK_DEADLOCK' || code === 'ER_CHECKREAD';
}
