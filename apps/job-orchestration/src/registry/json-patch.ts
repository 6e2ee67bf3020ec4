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
  for (const operation of operations) {
    try {
      if (operation.op === 'copy') copied += sizeOf(getValueByPointer(patched, operation.from));
      if (copied > MAX_COPIED) throw new Error('its copies are too large');
      patched = applyPatch(patched, [operation], true, true, true).newDocument;
    } catch (error) {
      throw refusal(error);
    }
  }
  return patched;
}

function readOperations(patch: unknown): Operation[] {
  if (!Array.isArray(patch)) throw malformed('', 'a JSON Patch is an array of operations');
  if (patch.length > MAX_OPERATIONS) throw malformed('', `a patch has at most ${MAX_OPERATIONS} operations`);
  for (const operation of patch as unknown[]) {
    const { op } = (operation ?? {}) as { op?: unknown };
    if (!OPERATIONS.has(op)) throw malformed('op', `op must be one of ${[...OPERATIONS].join(', ')}`);
  }
  return patch as Operation[];
}

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** Every error of the library (typed ones, and plain ones for odd pointers) is caused by the patch. */
function refusal(error: unknown): ServiceError {
  const { name, message } = error as Error;
  const reason = (message.split('\n', 1)[0] ?? name).trim();
  return name === 'TEST_OPERATION_FAILED'
    ? new ServiceError(ErrorKind.WrongState, `the patch does not apply: ${reason}`)
    : malformed('', `the patch cannot be applied: ${reason}`);
}
