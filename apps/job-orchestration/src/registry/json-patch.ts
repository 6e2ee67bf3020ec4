import { ErrorKind, ServiceError, malformed } from '@portolan/service';
import { applyPatch, getValueByPointer, type Operation } from 'fast-json-patch';

/** The operations of RFC 6902; the library knows one more, for itself. */
const OPERATIONS: ReadonlySet<unknown> = new Set(['add', 'remove', 'replace', 'copy', 'move', 'test']);
const MAX_OPERATIONS = 1000;
/** What all `copy` operations of a patch may add together, characters of JSON: copies of copies grow without end. */
const MAX_COPIED = 1 << 20;

/**
 * A JSON Patch (RFC 6902) applied to a copy of `document`.
 *
 * @throws ServiceError: malformed when the patch is none, points nowhere or copies too much, wrongState when a `test` fails.
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

/** Whatever the library throws (typed errors, and bare ones for odd pointers) is the patch's fault. */
function refusal(error: unknown): ServiceError {
  const { name, message } = error as Error;
  const reason = (message.split('\n', 1)[0] ?? name).trim();
  return name === 'TEST_OPERATION_FAILED'
    ? new ServiceError(ErrorKind.WrongState, `the patch does not apply: ${reason}`)
    : malformed('', `the patch can't be applied: ${reason}`);
}
