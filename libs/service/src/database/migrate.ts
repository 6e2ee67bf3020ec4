import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, type MigrationInterface } from 'typeorm';
import { DatabaseConfig, type DatabaseTarget } from '../config/database-config';
import { dataSourceOptions } from './data-source-options';
import { messageOf } from '../errors/service-error';
import { databaseTarget, loadConfig } from '../config/load-config';
import { programOptions } from '../config/program-options';

type Migrations = readonly (new () => MigrationInterface)[];

/** Seconds to wait for another process that migrates the same database. */
const LOCK_WAIT_SECONDS = 60;
/** The server ends an idle session after two minutes, and then releases its lock. */
const LOCK_USE_MS = 30_000;

class MigrationLocked extends Error {
  override readonly name = 'MigrationLocked';
}

/**
 * Migrates a database to the newest state; a named lock lets one process in at a time.
 * @returns names of the executed migrations. @throws MigrationLocked when another process migrates for a minute
 */
export async function migrate(database: string | DatabaseTarget, migrations: Migrations): Promise<string[]> {
  const target = typeof database === 'string' ? { url: database } : database;
  const source = await new DataSource(dataSourceOptions({ ...target, migrations, poolSize: 2 })).initialize();
  const lock = source.createQueryRunner();
  let use: NodeJS.Timeout | undefined;
  try {
    const name = `portolan_migrate_${source.options.database as string}`.slice(0, 64);
    const sql = 'SELECT GET_LOCK(?, ?) AS held';
    const [row] = (await lock.query(sql, [name, LOCK_WAIT_SECONDS])) as { held: number | null }[];
    if (Number(row?.held) !== 1)
      throw new MigrationLocked(`another process has been migrating for ${LOCK_WAIT_SECONDS} s`);
    use = setInterval(() => void lock.query('DO 1').catch(() => undefined), LOCK_USE_MS);
    return (await source.runMigrations()).map((migration) => migration.name);
  } finally {
    clearInterval(use);
    // The lock is released with the connection.
    await lock.release();
    await source.destroy();
  }
}

/** Returns the migrations that the database lacks. Those of a newer release do not matter: migrations only add. */
export async function pendingMigrations(
  source: Pick<DataSource, 'query'>,
  migrations: Migrations,
): Promise<string[]> {
  const rows = await source
    .query<{ name: string }[]>('SELECT name FROM migrations')
    .catch((error: unknown) => {
      if ((error as { code?: unknown }).code === 'ER_NO_SUCH_TABLE') return [];
      throw error;
    });
  const done = new Set(rows.map(({ name }) => name));
  return migrations.map((type) => new type().name ?? type.name).filter((name) => !done.has(name));
}

/** Resolves when another process has migrated, even after hours. @param tell called once with each reason for waiting */
export async function awaitMigrations(
  target: DatabaseTarget,
  migrations: Migrations,
  tell: (waitsFor: string) => void,
  everyMs = 1000,
): Promise<void> {
  const once = onceEach(tell);
  for (;;) {
    const { pending, unreachable } = await lookOnce(target, migrations);
    if (pending?.length === 0) return;
    once(pending ? listed(pending) : `the database (${unreachable})`);
    await delay(everyMs);
  }
}

/**
 * Migrates as soon as the database responds; of several processes one migrates. @param tell called once with each reason
 * @returns names of the executed migrations. @throws Error when the database is silent for `databaseMs`, or a migration fails
 */
export async function migrateWhenReachable(
  target: DatabaseTarget,
  migrations: Migrations,
  tell: (waitsFor: string) => void,
  { databaseMs = 120_000, everyMs = 1000 }: { databaseMs?: number; everyMs?: number } = {},
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

const listed = ([first = '', ...others]: string[]): string =>
  others.length > 0 ? `${first} and ${others.length} more` : first;

/** Migrations that a database still lacks, or the reason why they are unknown. */
type Look = { pending: string[]; unreachable?: undefined } | { pending?: undefined; unreachable: string };

/** Opens a connection for each check, so that none is held during a wait of hours. */
async function lookOnce(target: DatabaseTarget, migrations: Migrations): Promise<Look> {
  const source = new DataSource(dataSourceOptions({ ...target, poolSize: 1 }));
  try {
    await source.initialize();
    return { pending: await pendingMigrations(source, migrations) };
  } catch (error) {
    return { unreachable: messageOf(error) };
  } finally {
    if (source.isInitialized) await source.destroy();
  }
}

const OPTIONS = {
  wait: 'waits until another process has migrated',
  'when-reachable': 'waits for the database, and for another process that migrates, up to two minutes',
};

/**
 * Runs a service's `migrate.ts`: prints a line, sets the exit code. `--when-reachable` waits up to two minutes for the database,
 * and for another process that migrates; `--wait` leaves it to that process.
 */
export async function runMigrate(
  service: string,
  migrations: Migrations,
  env: NodeJS.ProcessEnv,
  args?: readonly string[],
): Promise<void> {
  const given = programOptions(
    `Migrates the database of ${service}, which DATABASE_URL names.`,
    OPTIONS,
    args,
  );
  if (!given) return;
  const say = (text: string): void => void process.stdout.write(`${service}: ${text}\n`);
  try {
    const target = databaseTarget(loadConfig(DatabaseConfig, env));
    const tell = (waitsFor: string): void => say(`waits for ${waitsFor}`);
    if (given.has('wait')) {
      await awaitMigrations(target, migrations, tell);
      return say('database has what this release needs');
    }
    const done = given.has('when-reachable')
      ? await migrateWhenReachable(target, migrations, tell)
      : await migrate(target, migrations);
    say(done.length > 0 ? `migrated ${done.join(', ')}` : 'database is up to date');
  } catch (error) {
    process.stderr.write(`${service}: migration failed: ${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}
