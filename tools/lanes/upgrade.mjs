/** The lane `upgrade`: this release takes over from the one before it, replica by replica, while work goes on. */
import { builtRelease, previousRelease } from '../lib/previous-release.mjs';

export const prepare = async () => ({
  env: { PORTOLAN_PREVIOUS_RELEASE: await builtRelease(previousRelease()) },
});
