import { getMetadataStorage } from 'class-validator';

/** A class whose fields are declared with decorators; made without arguments. */
export type ClassConstructor<T> = new (...args: never[]) => T;

/** How the value of one declared field is read. */
export interface FieldReading {
  /** Convert the sent value before the rules check it, in order. An unreadable value stays unchanged. */
  readers: readonly ((value: unknown) => unknown)[];
  /** Class of the object, or of the entries of the list. */
  nested?: () => ClassConstructor<object>;
  /** Entries of the list, or of the map, at the most. */
  maxEntries?: number;
  /** A broken rule about size counts as a wrong type, in the fields of a nested class, too. */
  strict?: boolean;
}

const PLAIN: FieldReading = { readers: [] };

/** Declarations of the decorators of a class, by prototype; subclasses have entries of their own. */
const declared = new WeakMap<object, Map<string, FieldReading>>();
const readOnly = new WeakMap<object, readonly string[]>();
const known = new WeakMap<ClassConstructor<object>, DeclaredFields>();

/** The fields of a class, with those that it inherits. */
export interface DeclaredFields {
  readonly readings: ReadonlyMap<string, FieldReading>;
  /** Fields that clients send back as they read them: ignored without a word. */
  readonly readOnly: ReadonlySet<string>;
}

/** Adds to the reading of a field; a declaration in a subclass replaces that of its base class. */
export const Reading =
  (added: Partial<FieldReading>): PropertyDecorator =>
  (prototype, property) => {
    const own = declared.get(prototype) ?? new Map<string, FieldReading>();
    declared.set(prototype, own);
    const before = own.get(String(property)) ?? PLAIN;
    const readers = [...before.readers, ...(added.readers ?? [])];
    own.set(String(property), { ...before, ...added, readers });
  };

/** Reads the field's value with `read` before it is judged. */
export const ReadAs = (read: (value: unknown) => unknown): PropertyDecorator => Reading({ readers: [read] });

/** Names fields that answers show and requests may repeat, without being fields of the request. */
export const ReadOnlyFields =
  (...names: readonly string[]): ClassDecorator =>
  (type) =>
    void readOnly.set(type.prototype as object, names);

/** Returns the declared fields of a class: those that have a rule, whoever declared it. */
export function fieldsOf(type: ClassConstructor<object>): DeclaredFields {
  const before = known.get(type);
  if (before) return before;
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  const readings = new Map(rules.map((rule) => [rule.propertyName, PLAIN]));
  const names = new Set<string>();
  for (const prototype of lineage(type)) {
    for (const [name, reading] of declared.get(prototype) ?? []) readings.set(name, reading);
    for (const name of readOnly.get(prototype) ?? []) names.add(name);
  }
  const fields = { readings, readOnly: names };
  known.set(type, fields);
  return fields;
}

function lineage(type: ClassConstructor<object>): object[] {
  const found: object[] = [];
  let prototype = type.prototype as object | null;
  while (prototype && prototype !== Object.prototype) {
    found.unshift(prototype);
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return found;
}
