import { stripVTControlCharacters } from 'node:util';
import { LAST_LINE_LENGTH, oneLine } from '@portolan/launches';
import { ConfinedFolder, closing } from '../file-system/confined-folder';
import type { LaunchDirectory } from './launch-directory';

const READ_BYTES = 8192;
/** The farewell of Node.js after an uncaught exception. */
const RUNTIME_VERSION = /^Node\.js v\d/;

/** Reports whether a line is about the failure: frames of a stack and properties of an error are indented. */
const saysWhy = (line: string): boolean =>
  /^\S/.test(line) && /\p{L}/u.test(line) && !RUNTIME_VERSION.test(line);

/**
 * Returns the last line of a process that says why the process failed, without control characters: stack frames, a lone bracket and the
 * version of Node.js are passed over. Pure.
 *
 * @param text the end of `stderr`
 * @returns at most {@link LAST_LINE_LENGTH} characters; undefined when there is no such line
 */
export function lastLineIn(text: string): string | undefined {
  const line = stripVTControlCharacters(text)
    .split(/[\r\n]+/)
    .findLast(saysWhy);
  return line && oneLine(line, LAST_LINE_LENGTH);
}

/** Returns {@link lastLineIn} of the last 8 KiB of `stderr` of a launch; undefined when the file cannot be read. */
export async function readLastLine({ job }: LaunchDirectory): Promise<string | undefined> {
  const read = ConfinedFolder.with(job, async (folder) =>
    closing(await folder.file('stderr'), async (file) => {
      const from = Math.max(0, (await file.stat()).size - READ_BYTES);
      const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(READ_BYTES), position: from });
      return lastLineIn(buffer.toString('utf8', 0, bytesRead));
    }),
  );
  return read.catch(() => undefined);
}
