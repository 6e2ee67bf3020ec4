import type { ClassConstructor } from '@portolan/validation';
import type { ObjectLiteral } from 'typeorm';
import type { Transaction } from './transactions';

interface ColumnCodec {
  property: string;
  column: string;
  from: (value: unknown) => unknown;
  to: (value: unknown) => unknown;
}

interface TableCodec {
  select: string;
  update: string;
  columns: readonly ColumnCodec[];
  byProperty: ReadonlyMap<string, ColumnCodec>;
}

const codecs = new WeakMap<object, TableCodec>();

/**
 * Reads a row by its `id`, or by the properties that name it, and locks it until the end of the transaction: what `findOne`
 * with a pessimistic lock does, at a fraction of its cost, for tables whose rows change all the time.
 */
export async function lockRow<E extends ObjectLiteral>(
  transaction: Transaction,
  entity: ClassConstructor<E>,
  key: string | Partial<E>,
): Promise<E | null> {
  return selectRow(transaction, entity, key, 'FOR UPDATE');
}

/** {@link lockRow} for several: those that are there, by their ids. They are locked in the order of their ids. */
export async function lockRows<E extends ObjectLiteral>(
  transaction: Transaction,
  entity: ClassConstructor<E>,
  ids: readonly string[],
): Promise<Map<string, E>> {
  const { select, columns } = codecOf(transaction, entity);
  const list = ids.map(() => '?').join(', ');
  const rows = await transaction.query<Record<string, unknown>[]>(
    `${select} WHERE id IN (${list}) ORDER BY id FOR UPDATE`,
    [...ids],
  );
  return new Map(rows.map((row) => [String(row.id), entityOf(entity, columns, row)]));
}

/** Reads a row by properties that name one: what `findOneBy` does, at a fraction of its cost. */
export async function findRow<E extends ObjectLiteral>(
  transaction: Transaction,
  entity: ClassConstructor<E>,
  key: Partial<E>,
): Promise<E | null> {
  return selectRow(transaction, entity, key, 'LIMIT 1');
}

/**
 * Changes a row by its `id`, or by the properties that name it: what `manager.update` does, at a fraction of its cost.
 * Properties that are undefined stay as they are.
 *
 * @param also one more condition, without which nothing is changed
 * @returns whether there was such a row
 */
export async function updateRow<E extends ObjectLiteral>(
  transaction: Transaction,
  entity: ClassConstructor<E>,
  key: string | Partial<E>,
  change: Partial<E>,
  also?: { sql: string; parameters: readonly unknown[] },
): Promise<boolean> {
  const codec = codecOf(transaction, entity);
  const where = conditionOf(entity, codec, key);
  const sets: string[] = [];
  const values: unknown[] = [];
  for (const [property, value] of Object.entries<unknown>(change)) {
    if (value === undefined) continue;
    const { column, to } = columnOf(entity, codec, property);
    sets.push(`\`${column}\` = ?`);
    values.push(to(value) ?? null);
  }
  const { affectedRows } = await transaction.query<{ affectedRows: number }>(
    `${codec.update} SET ${sets.join(', ')} WHERE ${where.sql}${also ? ` AND ${also.sql}` : ''}`,
    [...values, ...where.values, ...(also?.parameters ?? [])],
  );
  return affectedRows > 0;
}

async function selectRow<E extends ObjectLiteral>(
  transaction: Transaction,
  entity: ClassConstructor<E>,
  key: string | Partial<E>,
  how: 'FOR UPDATE' | 'LIMIT 1',
): Promise<E | null> {
  const codec = codecOf(transaction, entity);
  const { sql, values } = conditionOf(entity, codec, key);
  const [row] = await transaction.query<Record<string, unknown>[]>(
    `${codec.select} WHERE ${sql} ${how}`,
    values,
  );
  return row ? entityOf(entity, codec.columns, row) : null;
}

function columnOf<E extends ObjectLiteral>(
  entity: ClassConstructor<E>,
  { byProperty }: TableCodec,
  property: string,
): ColumnCodec {
  const codec = byProperty.get(property);
  if (!codec) throw new Error(`${entity.name} has no ${property}`);
  return codec;
}

function conditionOf<E extends ObjectLiteral>(
  entity: ClassConstructor<E>,
  codec: TableCodec,
  key: string | Partial<E>,
): { sql: string; values: unknown[] } {
  if (typeof key === 'string') return { sql: 'id = ?', values: [key] };
  const parts = Object.entries<unknown>(key).map(([property, value]) => {
    const { column, to } = columnOf(entity, codec, property);
    return { sql: `\`${column}\` = ?`, value: to(value) };
  });
  return { sql: parts.map(({ sql }) => sql).join(' AND '), values: parts.map(({ value }) => value) };
}

function entityOf<E extends ObjectLiteral>(
  entity: ClassConstructor<E>,
  columns: readonly ColumnCodec[],
  row: Record<string, unknown>,
): E {
  const found: ObjectLiteral = new entity();
  for (const { property, column, from } of columns) found[property] = from(row[column]);
  return found as E;
}

function codecOf<E extends ObjectLiteral>(transaction: Transaction, entity: ClassConstructor<E>): TableCodec {
  const metadata = transaction.connection.getMetadata(entity);
  const known = codecs.get(metadata);
  if (known) return known;
  const columns = metadata.columns.map(({ propertyName, databaseName, transformer }): ColumnCodec => {
    const chain = [transformer ?? []].flat();
    return {
      property: propertyName,
      column: databaseName,
      from: (value) => chain.reduceRight((given: unknown, step) => step.from(given) as unknown, value),
      to: (value) => chain.reduce((given: unknown, step) => step.to(given) as unknown, value),
    };
  });
  const table = `\`${metadata.tableName}\``;
  const codec = {
    select: `SELECT ${columns.map(({ column }) => `\`${column}\``).join(', ')} FROM ${table}`,
    update: `UPDATE ${table}`,
    columns,
    byProperty: new Map(columns.map((one) => [one.property, one])),
  };
  codecs.set(metadata, codec);
  return codec;
}
