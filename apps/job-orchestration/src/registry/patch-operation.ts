import {
  PatchError,
  child,
  insertionIndex,
  nothingAt,
  parsePointer,
  placeAt,
  shown,
  valueAt,
} from './json-pointer';

/** One operation of a JSON Patch, as received; `from` and `value` where the operation has them. */
export interface PatchOperation {
  op: 'add' | 'remove' | 'replace' | 'copy' | 'move' | 'test';
  path: string;
  from: string;
  value: unknown;
}

/** A `test` that does not hold. */
export class TestFailed extends Error {
  override readonly name = 'TestFailed';
}

/**
 * Applies an operation to a document in place, in time proportional to the length of its paths and of a list that it shifts: nothing
 * but the source of a `copy` is copied.
 * @param clone copies the source of a `copy`
 * @returns the document, which is another one after an operation on the whole of it
 * @throws PatchError, TestFailed
 */
export function applyOperation(
  document: unknown,
  operation: PatchOperation,
  clone: (value: unknown) => unknown,
): unknown {
  const { op, path } = operation;
  switch (op) {
    case 'add':
      return add(document, path, operation.value);
    case 'remove':
      return remove(document, path).document;
    case 'replace':
      return replace(document, path, operation.value);
    case 'copy':
      return add(document, path, clone(valueAt(document, parsePointer(operation.from))));
    case 'move':
      return move(document, operation.from, path);
    case 'test':
      if (!isEqual(valueAt(document, parsePointer(path)), operation.value))
        throw new TestFailed(`the value at ${shown(path)} differs from that of the test`);
      return document;
  }
}

function add(document: unknown, path: string, value: unknown): unknown {
  const pointer = parsePointer(path);
  if (pointer.length === 0) return value;
  const { container, name } = placeAt(document, pointer);
  if (Array.isArray(container)) container.splice(insertionIndex(container, name), 0, value);
  else container[name] = value;
  return document;
}

function remove(document: unknown, path: string): { document: unknown; removed: unknown } {
  const pointer = parsePointer(path);
  if (pointer.length === 0) return { document: null, removed: document };
  const { container, name } = placeAt(document, pointer);
  const found = child(container, name);
  if (!found) throw nothingAt(pointer);
  if (Array.isArray(container)) container.splice(Number(name), 1);
  else delete container[name];
  return { document, removed: found.value };
}

function replace(document: unknown, path: string, value: unknown): unknown {
  const pointer = parsePointer(path);
  if (pointer.length === 0) return value;
  const { container, name } = placeAt(document, pointer);
  if (!child(container, name)) throw nothingAt(pointer);
  (container as Record<string, unknown>)[name] = value;
  return document;
}

function move(document: unknown, from: string, path: string): unknown {
  if (path === from) {
    valueAt(document, parsePointer(from));
    return document;
  }
  if (path.startsWith(`${from}/`)) throw new PatchError('a value cannot be moved into itself');
  const { document: rest, removed } = remove(document, from);
  return add(rest, path, removed);
}

/** Compares JSON values by content, as RFC 6902 demands of `test`; the order of fields does not count. */
function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other;
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((entry, index) => isEqual(entry, other[index]))
    );
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([name, value]) => {
      const found = child(other, name);
      return found !== undefined && isEqual(value, found.value);
    })
  );
}
