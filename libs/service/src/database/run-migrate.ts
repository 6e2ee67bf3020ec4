import type { MigrationInterface } from 'typeorm';
import { DatabaseConfig } from '../config/database-config';
import { loadConfig } from '../config/load-config';
import { databaseTarget } from '../config/targets';
import { migrate } from './migrate';
import { awaitMigrations, migrateWhenReachable } from './pending-migrations';

/** Instead of migrating: wait until another process has. */
const WAIT = '--wait';
/** Migrate as soon as the database answers, beside any number of others that do the same. */
const WHEN_REACHABLE = '--when-reachable';

/**
 * The whole of a service's `migrate.ts`: migrates `DATABASE_URL`, prints a line, sets the exit code. `--when-reachable`
 * waits up to two minutes for the database, and for another process that migrates; `--wait` leaves it to that process.
 */
export async function runMigrate(
  service: string,
  migrations: readonly (new () => MigrationInterface)[],
  env: NodeJS.ProcessEnv,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const say = (text: string): void => void process.stdout.write(`${service}: ${text}\n`);
  try {
    const target = databaseTarget(loadConfig(DatabaseConfig, env));
    const tell = (waitsFor: string): void => say(`waits for ${waitsFor}`);
    if (args.includes(WAIT)) {
      await awaitMigrations(target, migrations, tell);
      say('database has what this release needs');
      return;
    }
    const done = args.includes(WHEN_REACHABLE)
      ? await migrateWhenReachable(target, migrations, tell)
      : await migrate(target, migrations);
    say(done.length > 0 ? `migrated ${done.join(', ')}` : 'database is up to date');
  } catch (error) {
    process.stderr.write(
      `${service}: migration failed: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}
