import { Injectable } from '@nestjs/common';
import { DataSource, In, LessThan, MoreThanOrEqual } from 'typeorm';
import { ChangeMomentEntity } from './change-moment.entity';

/** Values of one statement. */
const BATCH = 1000;

/** Between which moments changes happened. {@link import('../crawls/crawl.repository').CrawlRepository} writes. Times in ms since the epoch. */
@Injectable()
export class ChangeMomentRepository {
  constructor(private readonly database: DataSource) {}

  /** Returns `after` of each moment that is known. */
  async afterOf(collection: number, moments: readonly number[]): Promise<Map<number, number>> {
    const found = new Map<number, number>();
    for (let start = 0; start < moments.length; start += BATCH) {
      const batch = moments.slice(start, start + BATCH);
      const rows = await this.repository.findBy({ collection, moment: In(batch) });
      for (const { moment, after } of rows) found.set(Number(moment), after);
    }
    return found;
  }

  /** Returns the first moment with changes that is not before a time. */
  async firstFrom(collection: number, time: number): Promise<ChangeMomentEntity | undefined> {
    const [row] = await this.repository.find({
      where: { collection, moment: MoreThanOrEqual(time) },
      order: { moment: 'ASC' },
      take: 1,
    });
    return row && { ...row, moment: Number(row.moment) };
  }

  async removeBefore(collection: number, time: number): Promise<void> {
    await this.repository.delete({ collection, moment: LessThan(time) });
  }

  private get repository() {
    return this.database.getRepository(ChangeMomentEntity);
  }
}
