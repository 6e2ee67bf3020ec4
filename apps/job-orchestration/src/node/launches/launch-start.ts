import { writeFileSync } from 'node:fs';
import type { LaunchFailure } from '@portolan/launches';
import { LaunchFailed } from '../preparation/launch-failed';
import { startScript, type LeaseGuard } from '../process/start-script';
import type { LaunchDirectory } from './launch-directory';
import type { PreparedLaunch } from './launch-surroundings';

/**
 * Writes what starts the process of a launch.
 *
 * @throws LaunchFailed when no process can be given its environment or its command
 */
export function writeStartScript(
  launchId: string,
  directory: LaunchDirectory,
  prepared: PreparedLaunch,
  guard: LeaseGuard | undefined,
): void {
  const { root: launch, control, job } = directory;
  const script = scriptOf({
    launchId,
    launch,
    control,
    directory: job,
    ...prepared,
    ...(guard && { guard }),
  });
  writeFileSync(directory.inControl('start.sh'), script, { mode: 0o600 });
}

function scriptOf(plan: Parameters<typeof startScript>[0]): string {
  try {
    return startScript(plan);
  } catch (error) {
    throw new LaunchFailed('startFailed', error instanceof Error ? error.message : String(error), true);
  }
}

/** What could not be prepared, in the owner's words. */
export function asFailure(error: unknown): LaunchFailure {
  if (error instanceof LaunchFailed) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'directoryFailed', message: message.slice(0, 4096), permanent: false };
}
