/**
 * `npm run restore -- --from DIR [--replace]`: fills the three databases from a backup, after every checksum was compared,
 * and migrates them to this release (docs/operations.md). The services must not run.
 */
import './lib/node-version.mjs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { checkMigrations } from './lib/backup/known-migrations.mjs';
import { loadDatabase } from './lib/backup/load-database.mjs';
import { readManifest, verifyFiles } from './lib/backup/manifest.mjs';
import { ensureBuild } from './lib/build.mjs';
import { UsageError } from './lib/arguments.mjs';
import { main } from './lib/command.mjs';
import { Failure, say, step } from './lib/console.mjs';
import { ensureDatabase, migrate, withConnection } from './lib/databases.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { findRunning } from './lib/processes.mjs';
import { addresses } from './lib/servers.mjs';
import { SERVICES } from './lib/settings.mjs';

/** Only what this checkout has started is known; others are named in the runbook. */
function checkStopped(databases) {
  for (const { key, app, title } of SERVICES) {
    if (findRunning(app) && !process.env[`DATABASE_URL_${key.toUpperCase()}`])
      throw new Failure(
        `${title} runs on ${databases[key]}: end it first (npm stop), then node tools/servers.mjs up`,
      );
  }
}

const COMMAND = {
  usage: 'npm run restore',
  about: 'Loads a backup into the three databases while the services are stopped.',
  options: {
    from: { type: 'string', value: 'DIR', about: 'the folder that npm run backup has written' },
    replace: {
      type: 'boolean',
      default: false,
      about: 'deletes what is in the databases; without it they must be empty',
    },
  },
};

await main(COMMAND, async ({ values }) => {
  if (!values.from) throw new UsageError('--from DIR is missing');
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), values.from);
  const manifest = readManifest(folder);
  await ensurePackages();
  await ensureBuild();
  const { databases } = addresses();
  checkStopped(databases);
  for (const service of SERVICES) checkMigrations(service, manifest.databases[service.key].migrations);
  await step('Comparing checksums', () => verifyFiles(folder, manifest));
  for (const service of SERVICES) {
    const { key, title } = service;
    await step(`Restoring ${title}`, async (onProgress) => {
      await ensureDatabase(databases[key]);
      await withConnection(databases[key], (connection) =>
        loadDatabase(connection, join(folder, key), manifest.databases[key], {
          replace: values.replace,
          onTable: onProgress,
        }),
      ).catch((error) => {
        throw new Failure(`${title}: ${error.message}`);
      });
      await migrate(service, { ...process.env, DATABASE_URL: databases[key] });
    });
  }
  say(`The databases are as they were on ${manifest.createdAt}. Empty Redis before you start the services.`);
});
