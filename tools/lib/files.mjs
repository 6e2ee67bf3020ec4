import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from './console.mjs';

/**
 * Creates a folder that a user has named, and those above it. `mkdir` of Node.js with `recursive` never returns where the system makes
 * no folders, as below `/proc`: it retries for ever with a parent that exists.
 */
export function makeFolder(folder, mode = 0o777) {
  if (makeOne(folder, mode, true)) return;
  makeFolder(dirname(folder), mode);
  makeOne(folder, mode, false);
}

/** Returns false when the folder above is missing and may be: another command may have made it since. */
function makeOne(folder, mode, mayLackParent) {
  try {
    mkdirSync(folder, { mode });
  } catch ({ code }) {
    if (mayLackParent && code === 'ENOENT') return false;
    if (code !== 'EEXIST' || !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new Failure(`cannot create the folder ${folder}: ${code}`);
  }
  return true;
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
