/** Waits for effects of a case. */
import { Failure } from '../../tools/lib/console.mjs';
import { waitFor } from '../../tools/lib/network.mjs';

/** Waits until `isSo()`; fails with `what` after `timeoutMs`. */
export async function waitForAll(what, isSo, timeoutMs) {
  if (!(await waitFor(isSo, { timeoutMs })))
    throw new Failure(`${what} did not become ready within ${timeoutMs / 1000} s`);
}
