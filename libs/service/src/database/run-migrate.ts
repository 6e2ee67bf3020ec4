import type { MigrationInterface } from 'typeorm';
import { DatabaseConfig } from '../config/database-config';
import { loadConfig } from '../config/load-config';
import { databaseTarget } from '../config/targets';
import { migrate } from './migrate';

/** The whole of a service's `migrate.ts`: migrates `DATABASE_URL`, prints one line, sets the exit code. */
export async function runMigrate(
  service: string,
  migrations: readonly (new () => MigrationInterface)[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  try {
    const done = await migrate(databaseTarget(loadConfig(DatabaseConfig, env)), migrations);
    process.stdout.write(
      `${service}: ${done.length > 0 ? `migrated ${done.join(', ')}` : 'database is up to date'}\n`,
    );
  } catch (error) {
    process.stderr.write(
      `${service}: migration failed: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}
