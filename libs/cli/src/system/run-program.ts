import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { Io } from '../session/session.ts';
import { systemFolder } from './locate.ts';

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
