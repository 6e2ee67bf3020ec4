/**
 * `npm run restore`: loads and migrates a backup after checking its checksums (docs/operations.md). The services must not run.
 */
import { join, resolve } from 'node:path';
import { checkMigrations, loadDatabase, readManifest, verifyFiles } from './lib/backup.mjs';
import { ensureBuild } from './lib/build.mjs';
import { UsageError, main } from './lib/command.mjs';
import { Failure, say, step } from './lib/console.mjs';
import { ensureDatabase, migrate, withConnection } from './lib/databases.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { findRunning } from './lib/processes.mjs';
import { addresses } from './lib/servers.mjs';
import { SERVICES } from './lib/settings.mjs';

/** Refuses while services of this checkout run; the runbook describes how to stop others. */
function checkStopped(databases) {
  for (const { key, app, title } of SERVICES)
    if (findRunning(app) && !process.env[`DATABASE_URL_${key.toUpperCase()}`])
      throw new Failure(
        `${title} runs on ${databases[key]}: end it first (npm stop), then node tools/servers.mjs up`,
      );
}

const COMMAND = {
  usage: 'npm run restore',
  about: 'Loads a backup into the three databases while the services are stopped.',
  options: {
    from: { value: 'DIR', about: 'the folder that npm run backup has written' },
    replace: { about: 'empties the databases first; else they must be empty' },
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
      const options = { replace: values.replace, onTable: onProgress };
      await withConnection(databases[key], (connection) =>
        loadDatabase(connection, join(folder, key), manifest.databases[key], options),
      ).catch((error) => {
        throw new Failure(`${title}: ${error.message}`);
      });
      await migrate(service, { ...process.env, DATABASE_URL: databases[key] });
    });
  }
  say(`The databases are as they were on ${manifest.createdAt}. Empty Redis before you start the services.`);
});
