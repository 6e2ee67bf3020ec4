import type { FieldSelector } from '../address/parse-field-selector';
import { Byte, endOfString, endOfValue, type ByteWriter } from '../json/json-bytes';
import { fieldTableOf, isKeyAt, keysOfShape, type KeptTable } from '../json/field-table';

/** A field selector that only names fields. */
export type PlainFields = readonly PlainField[];

interface PlainField {
  /** As written in JSON, quotes included. */
  key: Buffer;
  /** Selected sub-fields; undefined for the whole value. */
  below: PlainFields | undefined;
}

/** Converts a selector to plain fields; undefined with conditions, flattening or repeated names. */
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

/** Writes some fields of a document; false when it is left out, and its output must be removed. */
export type FieldsWriter = (writer: ByteWriter, json: Buffer) => boolean;

/** Returns a writer equal to canonical JSON of `projectFields`: works on bytes without parsing, in one step where the positions are known. */
export function fieldsWriter(fields: PlainFields): FieldsWriter {
  const picked: (readonly Pick[])[] = [];
  return (writer, json) => {
    const kept = fieldTableOf(json);
    if (!kept) return project(writer, json, 0, fields) !== LEFT_OUT;
    const picks = (picked[kept.shape] ??= picksOf(keysOfShape(kept.shape), fields));
    return writePicks(writer, json, kept, picks);
  };
}

const LEFT_OUT = -1;

interface Pick {
  field: PlainField;
  index: number;
  isLast: boolean;
}

function picksOf(keys: readonly Buffer[], fields: PlainFields): readonly Pick[] {
  return keys.flatMap((key, index) => {
    const field = fields.find((one) => one.key.equals(key));
    return field ? [{ field, index, isLast: index === keys.length - 1 }] : [];
  });
}

function writePicks(writer: ByteWriter, json: Buffer, kept: KeptTable, picks: readonly Pick[]): boolean {
  const { memory, first } = kept;
  let separator: number = Byte.OpenObject;
  for (const { field, index, isLast } of picks) {
    writer.byte(separator);
    separator = Byte.Comma;
    const start = memory[first + index]!;
    if (!field.below) {
      writer.span(json, start, (isLast ? json.length : memory[first + index + 1]!) - 1);
      continue;
    }
    const value = start + field.key.length + 1;
    writer.span(json, start, value);
    if (project(writer, json, value, field.below) === LEFT_OUT) return false;
  }
  if (picks.length === 0) writer.byte(Byte.OpenObject);
  writer.byte(Byte.CloseObject);
  return true;
}

/** @returns the end of the value, or {@link LEFT_OUT} */
function project(writer: ByteWriter, json: Buffer, start: number, fields: PlainFields): number {
  const first = json[start];
  if (first === Byte.OpenObject) return projectObject(writer, json, start, fields);
  if (first === Byte.OpenList) return projectList(writer, json, start, fields);
  return first === Byte.Null ? copy(writer, json, start) : LEFT_OUT;
}

function projectObject(writer: ByteWriter, json: Buffer, start: number, fields: PlainFields): number {
  writer.byte(Byte.OpenObject);
  let missing = fields.length;
  let at = start + 1;
  while (json[at] === Byte.Quote) {
    const field = missing === 0 ? undefined : fieldAt(json, at, fields);
    if (field) {
      if (missing < fields.length) writer.byte(Byte.Comma);
      missing--;
      const value = at + field.key.length + 1;
      writer.span(json, at, value);
      at = field.below ? project(writer, json, value, field.below) : copy(writer, json, value);
      if (at === LEFT_OUT) return LEFT_OUT;
    } else {
      at = endOfValue(json, endOfString(json, at) + 1);
    }
    if (json[at] === Byte.Comma) at++;
    // Nothing after the outermost object is selected.
    if (missing === 0 && start === 0) break;
  }
  writer.byte(Byte.CloseObject);
  return at + 1;
}

function fieldAt(json: Buffer, start: number, fields: PlainFields): PlainField | undefined {
  for (const field of fields) if (isKeyAt(json, start, field.key)) return field;
  return undefined;
}

/** Elements without fields are left out. */
function projectList(writer: ByteWriter, json: Buffer, start: number, fields: PlainFields): number {
  writer.byte(Byte.OpenList);
  let any = false;
  let at = start + 1;
  while (at < json.length && json[at] !== Byte.CloseList) {
    const before = writer.length;
    if (any) writer.byte(Byte.Comma);
    const after = project(writer, json, at, fields);
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

function copy(writer: ByteWriter, json: Buffer, start: number): number {
  const end = endOfValue(json, start);
  writer.span(json, start, end);
  return end;
}
