import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, type MigrationInterface } from 'typeorm';
import { dataSourceOptions, type DatabaseTarget } from './data-source-options';
import { MigrationLocked, migrate } from './migrate';

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

/** Migrations that a database still lacks, or the reason why they are unknown. */
type Look = { pending: string[]; unreachable?: undefined } | { pending?: undefined; unreachable: string };

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
  const once = onceEach(tell);
  for (;;) {
    const look = await lookOnce(target, migrations);
    if (look.pending?.length === 0) return;
    once(look.pending ? listed(look.pending) : `the database (${look.unreachable})`);
    await delay(everyMs);
  }
}

/** How {@link migrateWhenReachable} waits, ms. */
export interface MigrationPatience {
  /** A database that does not answer for so long is an error. @default 120000 */
  databaseMs?: number;
  /** Between two looks. @default 1000 */
  everyMs?: number;
}

/**
 * Migrates as soon as the database answers. Any number of processes may call it at once: one migrates, the others wait
 * for it as long as it takes.
 *
 * @param tell is told what is waited for, each thing once
 * @returns names of the migrations that this process carried out
 * @throws Error when the database does not answer in time, or a migration fails
 */
export async function migrateWhenReachable(
  target: DatabaseTarget,
  migrations: Migrations,
  tell: (waitsFor: string) => void,
  { databaseMs = 120_000, everyMs = 1000 }: MigrationPatience = {},
): Promise<string[]> {
  const once = onceEach(tell);
  let answered = performance.now();
  for (;;) {
    const { pending, unreachable } = await lookOnce(target, migrations);
    if (pending?.length === 0) return [];
    if (pending) {
      answered = performance.now();
      try {
        return await migrate(target, migrations);
      } catch (error) {
        if (!(error instanceof MigrationLocked)) throw error;
        once(`another process that migrates: ${listed(pending)}`);
      }
    } else {
      if (performance.now() - answered > databaseMs) throw new Error(unreachable);
      once(`the database (${unreachable})`);
    }
    await delay(everyMs);
  }
}

function onceEach(tell: (text: string) => void): (text: string) => void {
  let told: string | undefined;
  return (text) => {
    if (text !== told) tell(text);
    told = text;
  };
}

function listed([first = '', ...others]: string[]): string {
  return others.length > 0 ? `${first} and ${others.length} more` : first;
}

/** A connection for each look: nothing is held while hours pass. */
async function lookOnce(target: DatabaseTarget, migrations: Migrations): Promise<Look> {
  const source = new DataSource(dataSourceOptions({ ...target, poolSize: 1 }));
  try {
    await source.initialize();
    return { pending: await pendingMigrations(source, migrations) };
  } catch (error) {
    return { unreachable: error instanceof Error ? error.message : String(error) };
  } finally {
    if (source.isInitialized) await source.destroy();
  }
}
