import { ErrorKind, JSON_DEPTH_LIMIT, ServiceError, malformed, noteIgnoredField } from '@portolan/service';
import { PatchError } from './json-pointer';
import { applyOperation, TestFailed, type PatchOperation } from './patch-operation';

/** The operations of RFC 6902, and the members that each needs besides `path`. */
const OPERATIONS: ReadonlyMap<unknown, readonly ('from' | 'value')[]> = new Map([
  ['add', ['value']],
  ['remove', []],
  ['replace', ['value']],
  ['copy', ['from']],
  ['move', ['from']],
  ['test', ['value']],
] as const);
/** Further members of an operation are ignored (RFC 6902, section 4). */
const MEMBERS: ReadonlySet<string> = new Set(['op', 'path', 'from', 'value']);
const MAX_OPERATIONS = 1000;
/** Maximum size of all that the `copy` operations of a patch add, characters of JSON: nested copies grow exponentially. */
const MAX_COPIED = 1 << 20;
/** Maximum size of a patched document, characters of JSON; that of a body, with room for the fields that only responses have. */
const MAX_PATCHED = (1 << 20) + 4096;

/**
 * Applies a JSON Patch (RFC 6902) to a copy of `document`. The result keeps the limits of a body, so that repeated patches
 * cannot exceed what one request could send.
 * @throws ServiceError: malformed for an invalid patch, an unknown path or too large a result, wrongState when a `test` fails
 */
export function applyJsonPatch(document: object, patch: unknown): unknown {
  const operations = readOperations(patch);
  let copied = 0;
  const clone = (value: unknown): unknown => {
    refuseDeep(value);
    const json = JSON.stringify(value);
    copied += json.length;
    if (copied > MAX_COPIED) throw new PatchError('its copies are too large');
    return JSON.parse(json) as unknown;
  };
  let patched: unknown = structuredClone(document);
  for (const [index, operation] of operations.entries()) {
    try {
      patched = applyOperation(patched, operation, clone);
    } catch (error) {
      throw refusal(error, `[${index}]: `);
    }
  }
  try {
    refuseDeep(patched);
    // A document that was larger before may shrink.
    const size = sizeOf(patched);
    if (size > MAX_PATCHED && size > sizeOf(document)) throw new PatchError('the document becomes too large');
  } catch (error) {
    throw refusal(error);
  }
  return patched;
}

function readOperations(patch: unknown): PatchOperation[] {
  if (!Array.isArray(patch)) throw malformed('', 'a JSON Patch is an array of operations');
  if (patch.length > MAX_OPERATIONS) throw malformed('', `a patch has at most ${MAX_OPERATIONS} operations`);
  for (const [index, given] of (patch as unknown[]).entries()) {
    const operation = (given ?? {}) as Record<string, unknown>;
    const members = OPERATIONS.get(operation.op);
    const refuse = (name: string, what: string): ServiceError =>
      malformed(`[${index}].${name}`, `[${index}].${name} ${what}`);
    if (!members) throw refuse('op', `must be one of ${[...OPERATIONS.keys()].join(', ')}`);
    for (const name of ['path', ...members]) {
      if (!Object.hasOwn(operation, name)) throw refuse(name, 'is required');
      if (name !== 'value' && typeof operation[name] !== 'string') throw refuse(name, 'must be a string');
    }
    for (const name of Object.keys(operation))
      if (!MEMBERS.has(name) && !noteIgnoredField(`[${index}].${name}`)) break;
  }
  return patch as PatchOperation[];
}

/** Walks level by level: recursion could exhaust the stack on what is to be refused. */
function refuseDeep(value: unknown): void {
  let level = [value].filter(isNested);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > JSON_DEPTH_LIMIT)
      throw new PatchError(
        `the document becomes nested too deeply: at most ${JSON_DEPTH_LIMIT} levels are allowed`,
      );
    level = level.flatMap((one) => Object.values(one).filter(isNested));
  }
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

function refusal(error: unknown, place = ''): unknown {
  if (error instanceof TestFailed)
    return new ServiceError(ErrorKind.WrongState, `the patch does not apply: ${place}${error.message}`);
  if (!(error instanceof PatchError)) return error;
  return malformed('', `the patch cannot be applied: ${place}${error.message}`);
}
