import { ErrorKind, ServiceError, malformed } from '@portolan/service';
import { JsonPatchError, applyPatch, type Operation } from 'fast-json-patch';

/**
 * A JSON Patch (RFC 6902) applied to a copy of `document`.
 *
 * @throws ServiceError: malformed when the patch is none or points nowhere, wrongState when a `test` fails.
 */
export function applyJsonPatch(document: object, patch: unknown): unknown {
  if (!Array.isArray(patch)) throw malformed('', 'a JSON Patch is an array of operations');
  try {
    return applyPatch(structuredClone(document), patch as Operation[], true, true, true).newDocument;
  } catch (error) {
    if (!(error instanceof JsonPatchError)) throw error;
    const message = (error.message.split('\n', 1)[0] ?? error.name).trim();
    if (error.name === 'TEST_OPERATION_FAILED') {
      throw new ServiceError(ErrorKind.WrongState, `the patch does not apply: ${message}`);
    }
    throw malformed('', `the patch can't be applied: ${message}`);
  }
}
