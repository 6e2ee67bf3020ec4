import { Injectable } from '@nestjs/common';
import type { Transaction } from '@portolan/service';
import { DataSource, type EntityTarget, type ObjectLiteral } from 'typeorm';

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

  private metadata<T extends ObjectLiteral>(entity: EntityTarget<T>) {
    const metadata = this.source.getMetadata(entity);
    const columns = metadata.columns.map((column) => ({
      property: column.propertyName,
      name: column.databaseName,
      read: (value: unknown): unknown => this.source.driver.prepareHydratedValue(value, column),
    }));
    return {
      tableName: metadata.tableName,
      columns,
      create: (): ObjectLiteral => metadata.create() as ObjectLiteral,
    };
  }
}
