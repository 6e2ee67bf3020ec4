import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join, dirname } from 'node:path';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Io } from '../session/session.ts';
import { usageError } from '../failure/cli-error.ts';

/**
 * Runs a program of the system in the foreground. Ctrl-C reaches it from the terminal; this process waits for its end.
 * @returns its exit code
 */
export async function runProgram(name: string, args: readonly string[], io: Io): Promise<number> {
  const program = join(systemFolder(), 'tools', `${name}.mjs`);
  const child = spawn(process.execPath, [program, ...args], { env: io.env, cwd: io.cwd, stdio: 'inherit' });
  const release = io.interrupts.handle(() => undefined);
  const terminate = (): void => void child.kill('SIGTERM');
  process.once('SIGTERM', terminate);
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + constants.signals[signal ?? 'SIGTERM'];
  } finally {
    process.off('SIGTERM', terminate);
    release();
  }
}

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
function systemFolder(): string {
  const found = [installed(), CHECKOUT].find(
    (folder) => folder !== undefined && existsSync(join(folder, 'tools', 'start.mjs')),
  );
  if (found !== undefined) return found;
  throw usageError(
    `the package ${PACKAGE} is not installed beside this command`,
    'npm run tarballs in a checkout makes it; install it in the same place with npm install',
  );
}
