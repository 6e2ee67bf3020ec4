import type { FieldSelector } from '../address/field-selector';
import { ByteWriter } from '../rendering/byte-writer';
import { Byte, endOfString, endOfValue } from '../rendering/json-bytes';

/** A field selector that only names fields. */
export type PlainFields = readonly PlainField[];

interface PlainField {
  /** As it stands in JSON, quotes included. */
  key: Buffer;
  /** Those below it; undefined for all of it. */
  below: PlainFields | undefined;
}

/** A selector as such fields; undefined when it has conditions, flattens, or names a field twice. */
export function plainFields(selector: FieldSelector): PlainFields | undefined {
  const fields: PlainField[] = [];
  const keys = new Set<string>();
  for (const { key, fields: inner, flatten, condition } of selector) {
    if (flatten || condition || keys.has(key)) return undefined;
    const below = inner && plainFields(inner);
    if (inner && !below) return undefined;
    keys.add(key);
    fields.push({ key: Buffer.from(JSON.stringify(key)), below });
  }
  return fields;
}

/** One for all: nothing here waits. */
const writer = new ByteWriter();

/**
 * The same as canonical JSON of `projectFields`, made from the bytes of canonical JSON without parsing it:
 * what is not asked for is skipped. Undefined when the document is left out.
 */
export function projectBytes(json: Buffer, fields: PlainFields): Buffer | undefined {
  writer.cut(0);
  return project(json, 0, fields) === LEFT_OUT ? undefined : writer.take();
}

const LEFT_OUT = -1;

/** @returns where the value ends, or {@link LEFT_OUT} */
function project(json: Buffer, start: number, fields: PlainFields): number {
  const first = json[start];
  if (first === Byte.OpenObject) return projectObject(json, start, fields);
  if (first === Byte.OpenList) return projectList(json, start, fields);
  if (first !== Byte.Null) return LEFT_OUT;
  const end = endOfValue(json, start);
  writer.span(json, start, end);
  return end;
}

function projectObject(json: Buffer, start: number, fields: PlainFields): number {
  writer.byte(Byte.OpenObject);
  let missing = fields.length;
  let any = false;
  let at = start + 1;
  while (json[at] === Byte.Quote) {
    const end = endOfString(json, at);
    const field = missing === 0 ? undefined : fieldAt(json, at, end, fields);
    if (field) {
      missing--;
      if (any) writer.byte(Byte.Comma);
      any = true;
      writer.span(json, at, end + 1);
      const after = field.below ? project(json, end + 1, field.below) : copy(json, end + 1);
      if (after === LEFT_OUT) return LEFT_OUT;
      at = after;
    } else {
      at = endOfValue(json, end + 1);
    }
    if (json[at] === Byte.Comma) at++;
    // Nothing after the outermost object is asked for.
    if (missing === 0 && start === 0) break;
  }
  writer.byte(Byte.CloseObject);
  return at + 1;
}

function fieldAt(json: Buffer, start: number, end: number, fields: PlainFields): PlainField | undefined {
  for (const field of fields) {
    const { key } = field;
    if (key.length !== end - start) continue;
    let same = 1;
    while (same < key.length && key[same] === json[start + same]) same++;
    if (same >= key.length) return field;
  }
  return undefined;
}

/** Elements that have no fields are left out. */
function projectList(json: Buffer, start: number, fields: PlainFields): number {
  writer.byte(Byte.OpenList);
  let any = false;
  let at = start + 1;
  while (at < json.length && json[at] !== Byte.CloseList) {
    const before = writer.length;
    if (any) writer.byte(Byte.Comma);
    const after = project(json, at, fields);
    if (after === LEFT_OUT) {
      writer.cut(before);
      at = endOfValue(json, at);
    } else {
      any = true;
      at = after;
    }
    if (json[at] === Byte.Comma) at++;
  }
  writer.byte(Byte.CloseList);
  return at + 1;
}

function copy(json: Buffer, start: number): number {
  const end = endOfValue(json, start);
  writer.span(json, start, end);
  return end;
}
