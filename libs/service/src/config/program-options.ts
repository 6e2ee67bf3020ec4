import { parseArgs } from 'node:util';
import { messageOf } from '../errors/service-error';

/**
 * Reads the options of a program before it does anything. Prints the usage for `--help`, and for anything unknown, which must not
 * be taken for nothing: a misspelt `--wait` would migrate.
 *
 * @param options by name, each with what it does; none takes a value
 * @returns the given options; undefined when the program has nothing more to do, and its exit code is set
 */
export function programOptions(
  about: string,
  options: Readonly<Record<string, string>>,
  args: readonly string[] = process.argv.slice(2),
): ReadonlySet<string> | undefined {
  const all = { ...options, help: 'prints this' };
  const lines = Object.entries(all).map(([name, what]) => `  --${name.padEnd(16)}${what}\n`);
  const usage = `${about}\n\nOptions\n${lines.join('')}`;
  try {
    const declared = Object.fromEntries(Object.keys(all).map((name) => [name, { type: 'boolean' as const }]));
    const { values } = parseArgs({ args: [...args], options: declared });
    if (!values.help) return new Set(Object.keys(values));
    process.stdout.write(usage);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n\n${usage}`);
    process.exitCode = 2;
  }
  return undefined;
}
