import { ErrorKind, ServiceError, malformed } from '@portolan/service';
import { applyPatch, getValueByPointer, type Operation } from 'fast-json-patch';

/** The operations of RFC 6902; the library has one more for internal use. */
const OPERATIONS: ReadonlySet<unknown> = new Set(['add', 'remove', 'replace', 'copy', 'move', 'test']);
const MAX_OPERATIONS = 1000;
/** Maximum size that all `copy` operations of a patch add together, characters of JSON: nested copies grow exponentially. */
const MAX_COPIED = 1 << 20;

/**
 * Applies a JSON Patch (RFC 6902) to a copy of `document`.
 * @throws ServiceError: malformed for an invalid patch, an unknown path or too large copies, wrongState when a `test` fails
 */
export function applyJsonPatch(document: object, patch: unknown): unknown {
  const operations = readOperations(patch);
  let patched: unknown = structuredClone(document);
  let copied = 0;
  for (const [index, operation] of operations.entries()) {
    try {
      if (operation.op === 'copy') copied += sizeOf(getValueByPointer(patched, operation.from));
      if (copied > MAX_COPIED) throw new Error('its copies are too large');
      patched = applyPatch(patched, [operation], true, true, true).newDocument;
    } catch (error) {
      throw refusal(error, index);
    }
  }
  return patched;
}

function readOperations(patch: unknown): Operation[] {
  if (!Array.isArray(patch)) throw malformed('', 'a JSON Patch is an array of operations');
  if (patch.length > MAX_OPERATIONS) throw malformed('', `a patch has at most ${MAX_OPERATIONS} operations`);
  for (const [index, operation] of (patch as unknown[]).entries()) {
    const { op } = (operation ?? {}) as { op?: unknown };
    const field = `[${index}].op`;
    if (!OPERATIONS.has(op)) throw malformed(field, `${field} must be one of ${[...OPERATIONS].join(', ')}`);
  }
  return patch as Operation[];
}

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** Every error of the library (typed ones, and plain ones for odd pointers) is caused by the patch. */
function refusal(error: unknown, index: number): ServiceError {
  const { name, message } = error as Error;
  // The library's own words are advice for programmers.
  const isBanned = message.includes('is banned for security reasons');
  const reason = isBanned ? 'no path may lead to a prototype' : (message.split('\n', 1)[0] ?? name).trim();
  return name === 'TEST_OPERATION_FAILED'
    ? new ServiceError(ErrorKind.WrongState, `the patch does not apply: [${index}]: ${reason}`)
    : malformed('', `the patch cannot be applied: [${index}]: ${reason}`);
}
