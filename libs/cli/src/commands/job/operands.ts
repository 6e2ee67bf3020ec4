import { usageError } from '../../failure/cli-error.ts';

/** The operands of a command that describes a job. */
export interface Operands {
  file: string | undefined;
  /** The words after `--`. */
  args: readonly string[];
}

/**
 * Separates the file from the arguments of the job's command, which follow `--`.
 * @param words the whole command line: the parser does not report the position of `--`
 * @param found operands as the parser found them
 * @throws CliError for a second file
 */
export function operandsOf(words: readonly string[], found: readonly string[]): Operands {
  const dashes = words.indexOf('--');
  const behind = dashes < 0 ? 0 : words.length - dashes - 1;
  const before = found.slice(0, found.length - behind);
  const [file, second] = before;
  if (second !== undefined)
    throw usageError(
      `one file is enough, got ${second}, too`,
      "arguments of the job's command stand after --",
    );
  return { file, args: found.slice(before.length) };
}
