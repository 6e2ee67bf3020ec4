import { DataSource, type MigrationInterface } from 'typeorm';
import { dataSourceOptions, type DatabaseTarget } from './data-source-options';

/** Seconds to wait for another process that migrates the same database. */
const LOCK_WAIT_SECONDS = 60;

/** Another process migrates the same database. */
export class MigrationLocked extends Error {
  override readonly name = 'MigrationLocked';
}

/**
 * Brings a database to the newest state. Several processes may call it at once: a named lock of the
 * database server lets one in at a time.
 *
 * @returns names of the migrations that were carried out, none when the database was up to date.
 * @throws MigrationLocked when another process migrates for a minute
 */
export async function migrate(
  database: string | DatabaseTarget,
  migrations: readonly (new () => MigrationInterface)[],
): Promise<string[]> {
  const target = typeof database === 'string' ? { url: database } : database;
  const source = await new DataSource(dataSourceOptions({ ...target, migrations, poolSize: 2 })).initialize();
  const lock = source.createQueryRunner();
  try {
    const name = `portolan_migrate_${source.options.database as string}`.slice(0, 64);
    const [row] = (await lock.query('SELECT GET_LOCK(?, ?) AS held', [name, LOCK_WAIT_SECONDS])) as {
      held: number | null;
    }[];
    if (Number(row?.held) !== 1)
      throw new MigrationLocked(`another process has been migrating for ${LOCK_WAIT_SECONDS} s`);
    return (await source.runMigrations()).map((migration) => migration.name);
  } finally {
    // The lock goes with the connection.
    await lock.release();
    await source.destroy();
  }
}
