import { usageError } from '../failure/cli-error.ts';

/** The option by which every command that reads a document takes its file. */
export interface FileOption {
  file?: string;
}

/** @throws CliError when no file is given, or two are */
export function fileOf(argument: string | undefined, { file }: { file?: string | undefined }): string {
  const given = optionalFileOf(argument, { file });
  if (given === undefined) throw usageError('no file is given', 'give FILE or -f FILE; - for standard input');
  return given;
}

/** As {@link fileOf}, where options may replace a file. @throws CliError when two files are given */
export function optionalFileOf(
  argument: string | undefined,
  { file }: { file?: string | undefined },
): string | undefined {
  if (argument !== undefined && file !== undefined)
    throw usageError(`two files are given: ${argument} and ${file}`, 'give FILE or -f FILE');
  return argument ?? file;
}
