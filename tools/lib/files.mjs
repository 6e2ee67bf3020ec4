import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from './console.mjs';

/**
 * Creates a folder that a user has named, and those above it. `mkdir` of Node.js with `recursive` never returns where the system makes
 * no folders, as below `/proc`: it retries for ever with a parent that exists.
 */
export function makeFolder(folder, mode = 0o777) {
  try {
    mkdirSync(folder, { mode });
  } catch ({ code }) {
    if (code === 'EEXIST' && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    if (code !== 'ENOENT' || existsSync(dirname(folder)))
      throw new Failure(`cannot create the folder ${folder}: ${code}`);
    makeFolder(dirname(folder), mode);
    makeFolder(folder, mode);
  }
}

/** Returns the text of a file; `null` when the file cannot be read. */
export function tryRead(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Parses a JSON text; undefined for any other text. */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
