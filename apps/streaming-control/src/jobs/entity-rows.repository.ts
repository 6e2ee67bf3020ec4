import { Injectable } from '@nestjs/common';
import type { Transaction } from '@portolan/service';
import { DataSource, type EntityTarget, type ObjectLiteral } from 'typeorm';

/** Rows of one INSERT: a job may have thousands of workers. */
const INSERT_BATCH = 200;

/**
 * Entities straight from rows. The mapper of the library takes tens of milliseconds for a job of 1500 workers, in
 * one go; this takes a few.
 */
@Injectable()
export class EntityRows {
  constructor(private readonly source: DataSource) {}

  /**
   * All rows of an entity's table for which `rest` holds.
   *
   * @param rest from the word after the table's name: `WHERE job_id = ?`
   */
  async select<T extends ObjectLiteral>(
    entity: EntityTarget<T>,
    rest: string,
    values: readonly unknown[],
    transaction?: Transaction,
  ): Promise<T[]> {
    const { tableName, columns, create } = this.metadata(entity);
    const manager = transaction ?? this.source.manager;
    const rows = await manager.query<ObjectLiteral[]>(`SELECT * FROM ${tableName} ${rest}`, [...values]);
    return rows.map((row) => {
      const made: ObjectLiteral = create();
      for (const { property, name, read } of columns) made[property] = read(row[name]);
      return made as T;
    });
  }

  /** Inserts rows, some with each statement. */
  async insert<T extends ObjectLiteral>(
    entity: EntityTarget<T>,
    rows: readonly T[],
    transaction: Transaction,
  ): Promise<void> {
    const { tableName, columns } = this.metadata(entity);
    const names = columns.map(({ name }) => name).join(', ');
    const marks = `(${columns.map(() => '?').join(', ')})`;
    for (let from = 0; from < rows.length; from += INSERT_BATCH) {
      const some = rows.slice(from, from + INSERT_BATCH);
      const values = some.flatMap((row) => columns.map(({ property, write }) => write(row[property])));
      const lines = some.map(() => marks).join(', ');
      await transaction.query(`INSERT INTO ${tableName} (${names}) VALUES ${lines}`, values);
    }
  }

  private metadata<T extends ObjectLiteral>(entity: EntityTarget<T>) {
    const metadata = this.source.getMetadata(entity);
    const columns = metadata.columns.map((column) => ({
      property: column.propertyName,
      name: column.databaseName,
      read: (value: unknown): unknown => this.source.driver.prepareHydratedValue(value, column),
      write: (value: unknown): unknown => this.source.driver.preparePersistentValue(value, column),
    }));
    return {
      tableName: metadata.tableName,
      columns,
      create: (): ObjectLiteral => metadata.create() as ObjectLiteral,
    };
  }
}
