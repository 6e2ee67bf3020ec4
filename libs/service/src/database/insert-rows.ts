import type { ClassConstructor } from '@portolan/validation';
import type { ObjectLiteral } from 'typeorm';
import type { Transaction } from './transactions';

interface ColumnWriter {
  property: string;
  /** Makes of a property's value what the driver gets. */
  to: (value: unknown) => unknown;
}

interface Writer {
  into: string;
  columns: readonly ColumnWriter[];
}

const writers = new WeakMap<object, Writer>();

/**
 * Inserts whole rows in one statement, by the columns of their entity: what `manager.insert` does, at a
 * fraction of its cost, for tables that take very many. A property that is undefined becomes NULL.
 *
 * @throws what the database answers: duplicate keys, missing references
 */
export async function insertRows<E extends ObjectLiteral>(
  transaction: Transaction,
  entity: ClassConstructor<E>,
  rows: readonly ObjectLiteral[],
): Promise<void> {
  if (rows.length === 0) return;
  const { into, columns } = writerOf(transaction, entity);
  const one = `(${columns.map(() => '?').join(', ')})`;
  const values = rows.flatMap((row) => columns.map(({ property, to }) => to(row[property]) ?? null));
  await transaction.query(`${into} VALUES ${rows.map(() => one).join(', ')}`, values);
}

function writerOf<E extends ObjectLiteral>(transaction: Transaction, entity: ClassConstructor<E>): Writer {
  const metadata = transaction.connection.getMetadata(entity);
  const known = writers.get(metadata);
  if (known) return known;
  const own = metadata.columns.filter(({ isInsert, asExpression }) => isInsert && !asExpression);
  const columns = own.map(({ propertyName, transformer }) => {
    const chain = [transformer ?? []].flat();
    return {
      property: propertyName,
      to: (value: unknown) => chain.reduce((given: unknown, step) => step.to(given) as unknown, value),
    };
  });
  const names = own.map(({ databaseName }) => `\`${databaseName}\``).join(', ');
  const writer = { into: `INSERT INTO \`${metadata.tableName}\` (${names})`, columns };
  writers.set(metadata, writer);
  return writer;
}
