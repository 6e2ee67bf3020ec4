import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import { CollectionEntity } from './collection.entity';

@Injectable()
export class CollectionStateRepository {
  private readonly numbers = new Map<string, number>();

  constructor(private readonly database: DataSource) {}

  all(): Promise<CollectionEntity[]> {
    return this.database.manager.find(CollectionEntity, { order: { name: 'ASC' } });
  }

  /** Returns the number of failed crawls in a row, and the start of the last one, ms. */
  async failuresOf(number: number): Promise<{ failures: number; attemptedAt: number }> {
    const found = await this.database.manager.findOneBy(CollectionEntity, { number });
    return { failures: found?.failures ?? 0, attemptedAt: found?.attemptedAt ?? 0 };
  }

  /** Returns when the last crawl began to read its source, ms; undefined when that is unknown. */
  async readSince(number: number): Promise<number | undefined> {
    const row = await this.database.manager.findOneBy(CollectionEntity, { number });
    return row ? begunAtOf(row) : undefined;
  }

  /** Reports whether a crawl of the collection has ever succeeded. */
  isCrawled(name: string): Promise<boolean> {
    return this.database.manager.existsBy(CollectionEntity, { name, crawledAt: Not(IsNull()) });
  }

  /** Returns a collection's number, creating its row if necessary. Numbers never change. */
  async numberOf(name: string): Promise<number> {
    const number = this.numbers.get(name) ?? (await this.find(name)) ?? (await this.add(name));
    this.numbers.set(name, number);
    return number;
  }

  private async find(name: string): Promise<number | undefined> {
    return (await this.database.manager.findOneBy(CollectionEntity, { name }))?.number;
  }

  private async add(name: string): Promise<number> {
    const insert = this.database.createQueryBuilder().insert().into(CollectionEntity);
    await insert.values({ name }).orIgnore().execute();
    const number = await this.find(name);
    if (number === undefined) throw new Error(`collection ${name} was deleted while it was created`);
    return number;
  }
}

/** Returns when the last crawl began to read its source, ms; undefined when a release that does not record it has crawled since. */
export const begunAtOf = ({ moment, begunAt, begunMoment }: CollectionEntity): number | undefined =>
  begunAt > 0 && begunMoment === moment ? begunAt : undefined;
