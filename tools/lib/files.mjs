import { readFileSync } from 'node:fs';

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
