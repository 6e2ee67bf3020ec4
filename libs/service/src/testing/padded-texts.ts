import type { MigrationInterface } from 'typeorm';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../database/data-source-options';
import { PADDED_COLLATION } from '../database/migration';
import { createTestDatabase } from './test-database';

/** Returns the VARCHAR columns that treat `a ` and `a` as equal after all migrations, as `table.column`. */
export async function paddedTexts(migrations: readonly (new () => MigrationInterface)[]): Promise<string[]> {
  const database = await createTestDatabase(migrations);
  const source = await new DataSource(dataSourceOptions({ url: database.url, poolSize: 1 })).initialize();
  try {
    const rows = await source.query<{ name: string }[]>(
      `SELECT CONCAT(table_name, '.', column_name) AS name FROM information_schema.columns
        WHERE table_schema = DATABASE() AND data_type = 'varchar' AND table_name <> 'migrations'
          AND collation_name LIKE ? ORDER BY 1`,
      [PADDED_COLLATION],
    );
    return rows.map(({ name }) => name);
  } finally {
    await source.destroy();
    await database.drop();
  }
}
