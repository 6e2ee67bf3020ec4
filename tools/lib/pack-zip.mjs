/** Zip archives whose bytes depend on their content only. */
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { load } from './packages.mjs';

/** The time of every entry: the earliest that the format knows. Local, for the format stores local time without a zone. */
const EPOCH = new Date(1980, 0, 1);

/** Writes `entries` (name → text), in order of their names. */
export async function writeZip(path, entries) {
  const { ZipFile } = load('yazl');
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1))) {
    zip.addBuffer(Buffer.from(text), name, { mtime: EPOCH, forceDosTimestamp: true, mode: 0o100644 });
  }
  zip.end();
  await finished(zip.outputStream.pipe(createWriteStream(path)));
}
