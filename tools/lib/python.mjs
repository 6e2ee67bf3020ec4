/** Python programs from PyPI in virtual environments outside of the checkout, so that a new checkout finds them. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findProgram, runOrFail } from './commands.mjs';

/** The generator of the Python client, and the formatter that it needs. */
export const GENERATOR_PACKAGES = ['openapi-python-client==0.29.1', 'ruff==0.17.6'];

const [MAJOR, MINOR] = [3, 11];
const CHECK = `import ensurepip, sys, venv; sys.exit(sys.version_info < (${MAJOR}, ${MINOR}))`;

/** Returns why this machine cannot run Python programs of PyPI, or undefined. */
export function whyNoPython() {
  const python = findProgram('python3');
  if (python === null) return 'it needs python3';
  const { status } = spawnSync(python, ['-c', CHECK], { stdio: 'ignore' });
  return status === 0
    ? undefined
    : `it needs Python ${MAJOR}.${MINOR} with the module venv (Debian: python3-venv)`;
}

/** The folder of programs that the lanes download. */
export const downloads = () => join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'portolan');

/** Returns the folder of programs of an environment with these packages. @param packages exact versions: `ruff==0.14.6` */
export async function pythonPrograms(packages) {
  const python = findProgram('python3');
  const name = createHash('sha256')
    .update(JSON.stringify([python, packages]))
    .digest('hex')
    .slice(0, 16);
  const folder = join(downloads(), 'python', name);
  const complete = join(folder, 'complete');
  if (!existsSync(complete)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await runOrFail('creating a Python environment', python, ['-m', 'venv', folder]);
    const pip = join(folder, 'bin', 'pip');
    await runOrFail('installing Python packages', pip, ['install', '--quiet', ...packages]);
    writeFileSync(complete, '');
  }
  return join(folder, 'bin');
}
