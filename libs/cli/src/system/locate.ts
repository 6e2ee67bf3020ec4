import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { usageError } from '../failure/cli-error.ts';

/** The package with the services, beside this one in an installation. */
const PACKAGE = '@portolan/system';
/** This package in a checkout is `libs/cli`; its code is one folder deeper than a module of `dist/`. */
const CHECKOUT = fileURLToPath(new URL('../../../../', import.meta.url));

function installed(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
  } catch {
    return undefined;
  }
}

/** Returns the folder of the programs of a whole system: the installed one, else that of the checkout. @throws CliError without one */
export function systemFolder(): string {
  const found = [installed(), CHECKOUT].find(
    (folder) => folder !== undefined && existsSync(join(folder, 'tools', 'start.mjs')),
  );
  if (found !== undefined) return found;
  throw usageError(
    `the package ${PACKAGE} is not installed beside this command`,
    'npm run tarballs in a checkout makes it; install it in the same place with npm install',
  );
}
