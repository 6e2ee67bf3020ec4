import { locationFor, maskWebhook, mayChange, type Principal } from '@portolan/service';
import type { FilesResponse } from './resource-response.dto';

type Locations = Pick<FilesResponse, 'configs' | 'dependencies' | 'setupFile'>;

/**
 * Returns locations as a caller may see them: the owner and admins see the original, so that they can send back what they
 * read; all others see `***` instead of credentials (V3-AUTH-5).
 */
export function shownLocations(
  { configs, dependencies, setupFile }: Locations,
  owner: string,
  caller: Principal | undefined,
): Locations {
  const shown = (location: string): string => locationFor(caller, owner, location);
  return {
    configs: configs.map(shown),
    dependencies: dependencies.map(shown),
    setupFile: setupFile === null ? null : shown(setupFile),
  };
}

/** Returns the address of a webhook as a caller may see it; its path may be a credential, too. */
export const shownWebhook = (url: string, owner: string, caller: Principal | undefined): string =>
  mayChange(caller, owner) ? url : maskWebhook(url);
