import type { LaunchOffer } from '@portolan/launches';
import type { RunAs } from '../accounts/run-as';
import type { NodeConfig } from '../config/node-config';

/** Returns the environment of a launch's process, without the variables that are secrets. */
export function processEnvironment(
  { launchId, environment, secrets }: LaunchOffer,
  ports: Readonly<Record<string, number>>,
  { PATH, HOME, LANG, ADVERTISE_HOST }: NodeConfig,
  account: RunAs | undefined,
  trace: Readonly<Record<string, string>>,
  workDirectory: string,
): Record<string, string> {
  const user = account?.user;
  const variables: Record<string, string> = {
    PATH,
    HOME,
    LANG,
    ...(user && { HOME: user.home, USER: user.name, LOGNAME: user.name, SHELL: user.shell }),
    ...bindAddress(ADVERTISE_HOST),
    ...environment,
    ...trace,
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    PORTOLAN_LAUNCH_ID: launchId,
    PORTOLAN_NODE_DIR: workDirectory,
  };
  // A secret takes precedence over another variable of the same name.
  const secretNames = new Set(secrets?.map(({ name }) => name));
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !secretNames.has(name)));
}

/**
 * Returns `BIND_ADDRESS`: loopback on a node that only loopback reaches, so that its workers are not exposed. Elsewhere no
 * variable is set, which means every address.
 */
export function bindAddress(advertisedHost: string): Record<string, string> {
  const loopback = advertisedHost === 'localhost' || /^127(\.\d{1,3}){3}$/.test(advertisedHost);
  return loopback ? { BIND_ADDRESS: '127.0.0.1' } : {};
}
