import { Injectable } from '@nestjs/common';
import { ServiceLogger } from '../logging/logger';
import { PeriodicTasks } from './periodic-tasks';

/** Maximum number of rows of a batch: other work can run between two short transactions. */
const BATCH = 500;

/** Which rows expire, and how they are deleted. */
export interface RetentionRule {
  rows: string;
  /** Retention time of the rows, ms; 0: unlimited. @default a limit of another kind, which `delete` applies */
  keptMs?: number;
  /** Deletes at most `limit` rows that ended before `before`. @returns how many; the next batch follows unless it is less */
  delete: (before: number, limit: number) => Promise<number>;
}

/** Deletes expired rows. Any number of replicas may do so at the same time. */
@Injectable()
export class Retention {
  private readonly rules: RetentionRule[] = [];

  constructor(
    private readonly periodic: PeriodicTasks,
    private readonly logger: ServiceLogger,
  ) {}

  /** Registers rules, which are applied in their order; call it in a constructor. */
  every(everyMs: number, rules: readonly RetentionRule[]): void {
    const own = rules.filter(({ keptMs }) => keptMs !== 0);
    this.rules.push(...own);
    if (own.length > 0)
      this.periodic.every(everyMs, 'delete expired rows', (signal) => this.apply(signal, own));
  }

  async apply(signal?: AbortSignal, rules: readonly RetentionRule[] = this.rules): Promise<void> {
    for (const { rows, keptMs = 0, delete: deleteSome } of rules) {
      let deleted = 0;
      for (let some = BATCH; some >= BATCH && !signal?.aborted; deleted += some) {
        some = await deleteSome(Date.now() - keptMs, BATCH);
      }
      if (deleted > 0) this.logger.info({ rows, deleted }, 'expired rows deleted');
    }
  }
}
