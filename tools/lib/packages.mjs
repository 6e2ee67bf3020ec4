/** The npm packages: installed from the lock file when one is missing or has another version. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findProgram, runOrFail } from './commands.mjs';
import { Failure, step } from './console.mjs';
import { withLock } from './lock.mjs';
import { IS_CHECKOUT, ROOT } from './settings.mjs';

/** Returns locked packages that are missing or have another version; both arguments are `packages` of a lock file. */
export const missingPackages = (locked, installed) =>
  Object.entries(locked)
    .filter(([path]) => path.startsWith('node_modules/'))
    .filter(([path, entry]) => {
      const found = installed[path];
      // Optional packages are those of other platforms; npm leaves them out.
      if (!found) return !(entry.optional || entry.devOptional || entry.peer);
      return found.version !== entry.version || Boolean(found.link) !== Boolean(entry.link);
    })
    .map(([path]) => path.slice('node_modules/'.length));

const packagesOf = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages;

function missingHere() {
  if (!existsSync(join(ROOT, 'node_modules', '.package-lock.json'))) return ['everything'];
  return missingPackages(
    packagesOf('package-lock.json'),
    packagesOf(join('node_modules', '.package-lock.json')),
  );
}

/** Returns the npm that runs this process, else the one in PATH. */
export function npmCommand() {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js') && existsSync(script)) return [process.execPath, script];
  const npm = findProgram('npm');
  if (!npm) throw new Failure('npm is not in PATH; it comes with Node.js');
  return [npm];
}

/** Runs `npm ci` when packages of a checkout are missing. Concurrent commands install once. */
export async function ensurePackages() {
  if (!IS_CHECKOUT || missingHere().length === 0) return;
  await withLock('packages', async () => {
    const missing = missingHere();
    if (missing.length === 0) return;
    const title =
      missing[0] === 'everything'
        ? 'Installing the npm packages'
        : `Updating the npm packages (${missing.length} differ)`;
    await step(title, async () => {
      const [command, ...args] = [...npmCommand(), 'ci', '--no-audit', '--no-fund', '--loglevel=error'];
      await runOrFail('installing the npm packages', command, args, { cwd: ROOT });
    });
  });
}

/** Loads a package of this workspace; call after `ensurePackages`. */
export const load = createRequire(join(ROOT, 'package.json'));
