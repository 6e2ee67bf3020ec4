import type { Address } from '../address/address';
import type { CollectionDefinition } from '../collections/collection-definition';
import { Breather } from '../cooperative';
import type { Json } from '../json';
import { ByteWriter } from '../rendering/byte-writer';
import { canonicalJson } from '../rendering/canonical-json';
import { writePretty } from '../rendering/pretty-bytes';
import { prettyJson } from '../rendering/pretty-json';
import type { Revision } from '../revisions/revision';
import { TOUCHED_TOGETHER, touchDocuments } from '../revisions/touch-documents';
import { CHUNK_BYTES } from './chunks';
import { fieldsWriter, plainFields } from './field-bytes';
import { LEFT_OUT, hasPattern, projectFields } from './field-projection';
import { recordDates, revisionRecord, revisionRecordJson } from './revision-record';

/** Writes the JSON of one revision; false when it is left out, then what was written is to be taken back. */
export type RevisionWriter = (revision: Revision, writer: ByteWriter) => boolean;

/**
 * How one revision is written as the address asks for it (`_meta`, `_pp`, field selector); a condition of the
 * selector can leave it out. What is stored is rearranged without being parsed where that is possible.
 */
export function revisionWriter(
  collection: CollectionDefinition,
  { modifiers, selector }: Pick<Address, 'modifiers' | 'selector'>,
  depth = 0,
): RevisionWriter {
  const { meta, pp } = modifiers;
  const dates = meta ? recordDates(collection.dates) : collection.dates;
  const bytesOf = (revision: Revision): Buffer =>
    meta ? Buffer.from(revisionRecordJson(revision)) : revision.bytes;
  const whole =
    (write: (bytes: Buffer, writer: ByteWriter) => void): RevisionWriter =>
    (revision, writer) => {
      write(bytesOf(revision), writer);
      return true;
    };
  if (!selector && pp) return whole((bytes, writer) => writePretty(writer, bytes, dates, depth));
  if (!selector) return whole((bytes, writer) => writer.bytes(bytes));
  const fields = pp ? undefined : plainFields(selector);
  if (fields) {
    const write = fieldsWriter(fields);
    return (revision, writer) => write(writer, bytesOf(revision));
  }
  return (revision, writer) => {
    const all: Json = meta ? revisionRecord(revision) : revision.data;
    const shown = projectFields(all, selector);
    if (shown === LEFT_OUT) return false;
    writer.text(pp ? prettyJson(shown, dates, depth) : canonicalJson(shown));
    return true;
  };
}

/**
 * Judges documents by a selector with regular expressions ahead of writing them: once a list is on its way, it can't be
 * refused any more.
 *
 * @throws ServiceError (malformed)
 */
export async function judgeByPatterns(
  revisions: readonly Revision[],
  { modifiers, selector }: Pick<Address, 'modifiers' | 'selector'>,
): Promise<void> {
  if (!selector || !hasPattern(selector)) return;
  const breather = new Breather();
  for (const revision of revisions) {
    projectFields(modifiers.meta ? revisionRecord(revision) : revision.data, selector);
    if (breather.due) await breather.breathe();
  }
}

/** How the texts of a list's elements become a list. */
export interface ListFrame {
  open: Buffer;
  between: Buffer;
  close: Buffer;
  empty: Buffer;
}

const frame = (open: string, between: string, close: string, empty: string): ListFrame => ({
  open: Buffer.from(open),
  between: Buffer.from(between),
  close: Buffer.from(close),
  empty: Buffer.from(empty),
});

export const COMPACT_LIST = frame('[', ',', ']', '[]');
export const PRETTY_LIST = frame('[\n  ', ',\n  ', '\n]', '[ ]');

/** A list in chunks that are made as they are read. */
export function* listChunks(
  revisions: readonly Revision[],
  { open, between, close, empty }: ListFrame,
  write: RevisionWriter,
): Generator<Buffer, void, void> {
  const writer = new ByteWriter();
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
