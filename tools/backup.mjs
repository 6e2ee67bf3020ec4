/** `npm run backup`: dumps the databases of `DATABASE_URL_*`, else of `npm start`, also while services run (docs/operations.md). */
import { join, resolve } from 'node:path';
import { dumpDatabase, checkTarget, writeManifest } from './lib/backup.mjs';
import { UsageError, main } from './lib/command.mjs';
import { say, step } from './lib/console.mjs';
import { withConnection } from './lib/databases.mjs';
import { makeFolder } from './lib/files.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { addresses } from './lib/servers.mjs';
import { SERVICES } from './lib/settings.mjs';

const sum = (tables, of) => tables.reduce((total, table) => total + of(table), 0);

const COMMAND = {
  usage: 'npm run backup',
  about: 'Writes the three databases as files into a folder, while the services run.',
  options: { to: { value: 'DIR', about: 'a folder that is empty or does not exist' } },
};

await main(COMMAND, async ({ values }) => {
  if (!values.to) throw new UsageError('--to DIR is missing');
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), values.to);
  await ensurePackages();
  checkTarget(folder);
  makeFolder(folder, 0o700);
  const { databases } = addresses();
  const parts = {};
  for (const { key, title } of SERVICES) {
    await step(`Backing up ${title}`, async (onProgress) => {
      parts[key] = await withConnection(databases[key], (connection) =>
        dumpDatabase(connection, join(folder, key), onProgress),
      );
      const { tables } = parts[key];
      return `${sum(tables, ({ rows }) => rows)} rows of ${tables.length} tables`;
    });
  }
  writeManifest(folder, parts);
  const bytes = sum(Object.values(parts), ({ tables }) => sum(tables, (table) => table.bytes));
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  say(`${folder}: ${size}. Attachments, archives and artifacts are files of their own.`);
});
