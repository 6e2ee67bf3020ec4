import { DataSource, type MigrationInterface } from 'typeorm';
import { dataSourceOptions, type DatabaseSettings } from '../database/data-source-options';
import { createTestDatabase } from './test-database';

/** A column as `table.name type`, ` NULL` when it may be empty. */
type Columns = Map<string, { type: string; isNullable: boolean }>;

/**
 * Compares entities with the tables that migrations create.
 *
 * @returns the differences, a line each: columns that are missing, of another type or length, or NULL on one side only; columns of
 *   a table without a default that its entity does not have
 */
export async function entityDifferences(
  migrations: readonly (new () => MigrationInterface)[],
  entities: NonNullable<DatabaseSettings['entities']>,
): Promise<string[]> {
  const database = await createTestDatabase(migrations);
  const source = await new DataSource(dataSourceOptions({ url: database.url, entities })).initialize();
  try {
    const rows: { name: string; type: string; nullable: 'YES' | 'NO'; needed: number }[] = await source.query(
      `SELECT CONCAT(table_name, '.', column_name) AS name, column_type AS type, is_nullable AS nullable,
          is_nullable = 'NO' AND column_default IS NULL AND extra NOT LIKE '%auto_increment%' AS needed
        FROM information_schema.columns WHERE table_schema = DATABASE()`,
    );
    const stored: Columns = new Map(
      rows.map(({ name, type, nullable }) => [name, { type: plain(type), isNullable: nullable === 'YES' }]),
    );
    const declared: Columns = new Map(
      source.entityMetadatas.flatMap(({ tableName, columns }) =>
        columns.map(({ databaseName, isNullable, type, length, unsigned }) => {
          const sized = `${String(type)}${length ? `(${length})` : ''}${unsigned ? ' unsigned' : ''}`;
          return [`${tableName}.${databaseName}`, { type: sized, isNullable }] as const;
        }),
      ),
    );
    const tables = new Set(source.entityMetadatas.map(({ tableName }) => tableName));
    const wrong = [...declared].flatMap(([name, column]) => {
      const [found, wanted] = [stored.get(name), column].map((one) => (one ? described(one) : 'missing'));
      return found === wanted ? [] : [`${name} is ${wanted} in its entity and ${found} in its table`];
    });
    const unknown = rows
      .filter(({ name, needed }) => Number(needed) === 1 && tables.has(name.split('.')[0] ?? ''))
      .filter(({ name }) => !declared.has(name));
    return [
      ...wrong,
      ...unknown.map(({ name }) => `${name} has no default, and its entity does not have it`),
    ];
  } finally {
    await source.destroy();
    await database.drop();
  }
}

const described = ({ type, isNullable }: { type: string; isNullable: boolean }): string =>
  `${type}${isNullable ? ' NULL' : ''}`;

/** Without the width of integers, which one server shows and the other does not. */
const plain = (type: string): string => type.replace(/^(\w*int)\(\d+\)/, '$1');
