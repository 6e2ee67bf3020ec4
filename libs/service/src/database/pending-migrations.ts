import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, type MigrationInterface } from 'typeorm';
import { dataSourceOptions, type DatabaseTarget } from './data-source-options';

type Migrations = readonly (new () => MigrationInterface)[];

/** The driver's code for a table that is not there. */
const NO_SUCH_TABLE = 'ER_NO_SUCH_TABLE';

/**
 * Names of the migrations that a release knows and the database has not seen. What a newer release has added besides is no
 * matter: migrations only add.
 */
export async function pendingMigrations(
  source: Pick<DataSource, 'query'>,
  migrations: Migrations,
): Promise<string[]> {
  const known = migrations.map((migration) => new migration().name ?? migration.name);
  const done = await doneMigrations(source);
  return known.filter((name) => !done.has(name));
}

async function doneMigrations(source: Pick<DataSource, 'query'>): Promise<Set<string>> {
  try {
    const rows: { name: string }[] = await source.query('SELECT name FROM migrations');
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if ((error as { code?: unknown }).code === NO_SUCH_TABLE) return new Set();
    throw error;
  }
}

/**
 * Resolves when another process has brought the database to where this release knows it. For as long as that takes: a
 * large table is changed in hours, and nothing is served meanwhile.
 *
 * @param tell is told what is waited for, each thing once
 */
export async function awaitMigrations(
  target: DatabaseTarget,
  migrations: Migrations,
  tell: (waitsFor: string) => void,
  everyMs = 1000,
): Promise<void> {
  let told: string | undefined;
  for (;;) {
    const waitsFor = await lookOnce(target, migrations);
    if (waitsFor === undefined) return;
    if (waitsFor !== told) tell(waitsFor);
    told = waitsFor;
    await delay(everyMs);
  }
}

/** What is missing still. A connection for each look: nothing is held while hours pass. */
async function lookOnce(target: DatabaseTarget, migrations: Migrations): Promise<string | undefined> {
  const source = new DataSource(dataSourceOptions({ ...target, poolSize: 1 }));
  try {
    await source.initialize();
    const [first, ...others] = await pendingMigrations(source, migrations);
    if (first === undefined) return undefined;
    return others.length > 0 ? `${first} and ${others.length} more` : first;
  } catch (error) {
    return `the database (${error instanceof Error ? error.message : String(error)})`;
  } finally {
    if (source.isInitialized) await source.destroy();
  }
}
