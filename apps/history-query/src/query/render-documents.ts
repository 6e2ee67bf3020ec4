import type { Address } from '../address/parse-address';
import { CHUNK_BYTES } from '../answers/answer';
import type { CollectionDefinition } from '../collections/collection-definition';
import { canonicalJson } from '../json/json';
import { ByteWriter } from '../json/json-bytes';
import { writePretty } from '../json/pretty-json';
import { TOUCHED_TOGETHER, touchDocuments, type Revision } from '../revisions/revision';
import { TimeSlicer } from '../time-slices/time-slices';
import type { WhoOf } from '../trail/who-changed';
import { fieldsWriter, plainFields } from './field-bytes';
import { LEFT_OUT } from './field-conditions';
import { hasPattern, projectFields } from './field-projection';
import { recordDates, recordOrDocument, revisionRecordJson } from './metadata-record';

/** Writes the JSON of one revision; false when it is left out, and its output must be removed. */
export type RevisionWriter = (revision: Revision, writer: ByteWriter) => boolean;

/** Returns the writer of one revision for an address. Stored bytes are rearranged without parsing where possible. */
export function revisionWriter(
  collection: CollectionDefinition,
  { modifiers, selector }: Pick<Address, 'modifiers' | 'selector'>,
  depth = 0,
  who?: WhoOf,
): RevisionWriter {
  const { meta, pp } = modifiers;
  const dates = meta ? recordDates(collection.dates) : collection.dates;
  const bytesOf = (revision: Revision): Buffer =>
    meta ? Buffer.from(revisionRecordJson(revision, who)) : revision.bytes;
  if (!selector)
    return (revision, writer) => {
      if (pp) writePretty(writer, bytesOf(revision), dates, depth);
      else writer.bytes(bytesOf(revision));
      return true;
    };
  const fields = pp ? undefined : plainFields(selector);
  if (fields) {
    const write = fieldsWriter(fields);
    return (revision, writer) => write(writer, bytesOf(revision));
  }
  return (revision, writer) => {
    const shown = projectFields(recordOrDocument(revision, meta, who), selector);
    if (shown === LEFT_OUT) return false;
    const json = canonicalJson(shown);
    if (pp) writePretty(writer, Buffer.from(json), dates, depth);
    else writer.text(json);
    return true;
  };
}

/**
 * Projects every revision once when the selector has patterns: one that fails must be refused before output begins.
 * @throws ServiceError (malformed)
 */
export async function tryPatterns(
  revisions: readonly Revision[],
  { modifiers, selector }: Pick<Address, 'modifiers' | 'selector'>,
  who?: WhoOf,
): Promise<void> {
  if (!selector || !hasPattern(selector)) return;
  const slicer = new TimeSlicer();
  for (const revision of revisions) {
    projectFields(recordOrDocument(revision, modifiers.meta, who), selector);
    if (slicer.isDue) await slicer.yieldIfDue();
  }
}

/** Returns the bytes around and between a list's elements, and those of an empty list. */
const listFrame = (...texts: [open: string, between: string, close: string, empty: string]) =>
  texts.map((text) => Buffer.from(text)) as [open: Buffer, between: Buffer, close: Buffer, empty: Buffer];

export const COMPACT_LIST = listFrame('[', ',', ']', '[]');
export const PRETTY_LIST = listFrame('[\n  ', ',\n  ', '\n]', '[ ]');

export function* listChunks(
  revisions: readonly Revision[],
  [open, between, close, empty]: typeof COMPACT_LIST,
  write: RevisionWriter,
  writer = new ByteWriter(),
): Generator<Buffer, void, void> {
  let any = false;
  for (let index = 0; index < revisions.length; index++) {
    if (index % TOUCHED_TOGETHER === 0) touchDocuments(revisions, index);
    const before = writer.length;
    writer.bytes(any ? between : open);
    if (!write(revisions[index]!, writer)) {
      writer.cut(before);
      continue;
    }
    any = true;
    if (writer.length >= CHUNK_BYTES) yield writer.take();
  }
  writer.bytes(any ? close : empty);
  yield writer.take();
}
