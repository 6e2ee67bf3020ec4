/** The frame of every command: its arguments are read, or its `--help` printed, before it does anything. */
import process from 'node:process';
import { helpText, readArguments } from './arguments.mjs';
import { Failure, red, say } from './console.mjs';

/**
 * Runs a command with the arguments of this process. An expected failure is one message and its exit code (1 unless the error
 * says otherwise), anything else shows its stack.
 *
 * @param {import('./arguments.mjs').Definition} definition
 * @param {(read: { values: Record<string, string | boolean | undefined>, positionals: string[] }) => unknown} run returns the
 *   exit code; 0 when it returns none
 * @param {{ ownSignals?: boolean }} [options] with `ownSignals` the command itself decides what Ctrl-C does; otherwise it leaves
 *   through exit, so that clean-up hooks run
 */
export async function main(definition, run, { ownSignals = false } = {}) {
  if (!ownSignals) {
    process.once('SIGINT', () => process.exit(130));
    process.once('SIGTERM', () => process.exit(143));
  }
  try {
    const { help, ...read } = readArguments(definition, process.argv.slice(2));
    const code = help ? say(helpText(definition)) : await run(read);
    process.exitCode = typeof code === 'number' ? code : 0;
  } catch (error) {
    const expected = error instanceof Failure || error instanceof RangeError;
    process.stderr.write(`${red('failed')} ${expected ? error.message : (error?.stack ?? String(error))}\n`);
    process.exitCode = error?.exitCode ?? 1;
  }
}
