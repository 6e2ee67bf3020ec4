import type { MigrationInterface } from 'typeorm';
import { DatabaseConfig } from '../config/database-config';
import { loadConfig } from '../config/load-config';
import { databaseTarget } from '../config/targets';
import { migrate } from './migrate';
import { awaitMigrations } from './pending-migrations';

/** Instead of migrating: wait until somebody else has. */
const WAIT = '--wait';

/**
 * The whole of a service's `migrate.ts`: migrates `DATABASE_URL`, or with `--wait` waits until that has been done, prints
 * a line, sets the exit code.
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
    if (args.includes(WAIT)) {
      await awaitMigrations(target, migrations, (waitsFor) => say(`waits for ${waitsFor}`));
      say('database has what this release needs');
      return;
    }
    const done = await migrate(target, migrations);
    say(done.length > 0 ? `migrated ${done.join(', ')}` : 'database is up to date');
  } catch (error) {
    process.stderr.write(
      `${service}: migration failed: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}
