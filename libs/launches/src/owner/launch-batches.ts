import { Batches, isOutage, type Transaction, type Transactions } from '@portolan/service';
import type { LaunchEntity } from './launch.entity';
import type { LaunchRepository } from './launch.repository';

interface LaunchBatchesOptions<T, R> {
  idOf: (item: T) => string;
  /** Handles items in the order of their launches' subjects; `launches` are the locked rows by id. */
  work: (
    items: readonly T[],
    launches: ReadonlyMap<string, LaunchEntity>,
    transaction: Transaction,
  ) => Promise<ReadonlyMap<T, R>>;
  /** Maximum number of items in a transaction. @default 1 */
  together: number | undefined;
  /** Number of concurrent transactions of one item each. */
  concurrency: number;
}

/**
 * Handles items about launches, concurrent ones in one transaction. Everyone locks launches before their owner's rows, and
 * several rows in the order of their subjects: with one common order two transactions never wait for each other.
 */
export class LaunchBatches<T, R> extends Batches<T, R> {
  constructor(
    repository: LaunchRepository,
    transactions: Transactions,
    { idOf, work, together = 1, concurrency }: LaunchBatchesOptions<T, R>,
  ) {
    super({
      work: (items) =>
        transactions.run(async (transaction) => {
          const launches = await repository.lockAll([...new Set(items.map(idOf))], transaction);
          const subjectOf = (item: T): string => launches.get(idOf(item))?.subject ?? '';
          const ordered = items.toSorted((one, other) => compare(subjectOf(one), subjectOf(other)));
          const results = await work(ordered, launches, transaction);
          return items.map((item) => results.get(item) as R);
        }),
      isolate: (error) => !isOutage(error),
      limit: together,
      // Items that arrive while one transaction waits for the disk form the next; more concurrency would make smaller batches.
      concurrency: together > 1 ? 1 : concurrency,
    });
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
