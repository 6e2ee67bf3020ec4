import type { MigrationInterface } from 'typeorm';
import { migrate } from './migrate';

/** The whole of a service's `migrate.ts`: migrates `DATABASE_URL`, prints one line, sets the exit code. */
export async function runMigrate(
  service: string,
  migrations: readonly (new () => MigrationInterface)[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const url = env.DATABASE_URL;
  try {
    if (!url) throw new Error('DATABASE_URL is not set');
    const done = await migrate(url, migrations);
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
