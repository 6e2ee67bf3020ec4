/** Migrations that this release has, by the built services. */
import { join } from 'node:path';
import { Failure } from '../console.mjs';
import { load } from '../packages.mjs';
import { ROOT } from '../settings.mjs';

const nameOf = (migration) => new migration().name ?? migration.name;

export function knownMigrations({ app }) {
  const lists = Object.values(load(join(ROOT, 'apps', app, 'dist', 'migrations', 'index.js')));
  return new Set(
    lists
      .flat()
      .filter((one) => typeof one === 'function')
      .map(nameOf),
  );
}

/** @throws Failure when a backup is of a newer release: its tables have what this one does not know */
export function checkMigrations(service, migrations, known = knownMigrations(service)) {
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Failure(
      `the backup of ${service.title} is of a newer release (${unknown.join(', ')}): restore it with that one`,
    );
}
