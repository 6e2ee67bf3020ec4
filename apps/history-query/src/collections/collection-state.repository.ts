import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** How a collection's crawls go; times in ms since the epoch. */
export interface CollectionState {
  number: number;
  name: string;
  changeSeq: number;
  /** Last crawl that began; null before the first. */
  attemptedAt: number | null;
  /** Last crawl that was applied. */
  crawledAt: number | null;
  documents: number;
  /** Why the last crawl was not applied; null when it was. */
  error: string | null;
  /** Crawls that have failed since the last one that was applied. */
  failures: number;
}

interface StateRow {
  number: number;
  name: string;
  change_seq: string;
  attempted_at: string | null;
  crawled_at: string | null;
  documents: number;
  error: string | null;
  failures: number;
}

/** The table of collections, as far as it is read. */
@Injectable()
export class CollectionStateRepository {
  private readonly numbers = new Map<string, number>();

  constructor(private readonly database: DataSource) {}

  async all(): Promise<CollectionState[]> {
    const rows = await this.database.query<StateRow[]>(
      `SELECT number, name, change_seq, attempted_at, crawled_at, documents, error, failures
         FROM collections ORDER BY name`,
    );
    return rows.map((row) => ({
      number: Number(row.number),
      name: row.name,
      changeSeq: Number(row.change_seq),
      attemptedAt: toTime(row.attempted_at),
      crawledAt: toTime(row.crawled_at),
      documents: Number(row.documents),
      error: row.error,
      failures: Number(row.failures),
    }));
  }

  /** Crawls of a collection that have failed in a row, and when the last one began, ms. */
  async failuresOf(number: number): Promise<{ failures: number; attemptedAt: number }> {
    const [row] = await this.database.query<Pick<StateRow, 'failures' | 'attempted_at'>[]>(
      'SELECT failures, attempted_at FROM collections WHERE number = ?',
      [number],
    );
    return { failures: Number(row?.failures ?? 0), attemptedAt: Number(row?.attempted_at ?? 0) };
  }

  /** True when a crawl of the collection has ever ended well. */
  async isCrawled(name: string): Promise<boolean> {
    const rows = await this.database.query<object[]>(
      'SELECT 1 FROM collections WHERE name = ? AND crawled_at IS NOT NULL',
      [name],
    );
    return rows.length > 0;
  }

  /** A collection's number; its row is made when there is none. Numbers never change. */
  async numberOf(name: string): Promise<number> {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    const number = (await this.find(name)) ?? (await this.add(name));
    this.numbers.set(name, number);
    return number;
  }

  private async find(name: string): Promise<number | undefined> {
    const [row] = await this.database.query<{ number: number }[]>(
      'SELECT number FROM collections WHERE name = ?',
      [name],
    );
    return row && Number(row.number);
  }

  private async add(name: string): Promise<number> {
    await this.database.query('INSERT IGNORE INTO collections (name) VALUES (?)', [name]);
    const number = await this.find(name);
    if (number === undefined) throw new Error(`the row of collection ${name} is gone`);
    return number;
  }
}

const toTime = (value: string | number | null): number | null => (value === null ? null : Number(value));
