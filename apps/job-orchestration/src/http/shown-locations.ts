import { coverAddress, mayChange, type Principal } from '@portolan/service';

/** Where files of a job or a resource come from. */
interface Locations {
  configs: readonly string[];
  dependencies: readonly string[];
  setupFile: string | null;
}

/**
 * Returns locations as a client may see them: its owner and admins as they were written, so that they can send back what
 * they read; everybody else with `***` for credentials.
 */
export function shownLocations(
  { configs, dependencies, setupFile }: Locations,
  owner: string,
  caller: Principal | undefined,
): Locations {
  if (mayChange(caller, owner)) return { configs, dependencies, setupFile };
  return {
    configs: configs.map(coverAddress),
    dependencies: dependencies.map(coverAddress),
    setupFile: setupFile === null ? null : coverAddress(setupFile),
  };
}
