import { LaunchKind, type LaunchOffer } from '@portolan/launches';
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
    [MARK]: launchId,
    PORTOLAN_NODE_DIR: workDirectory,
  };
  // A secret takes precedence over another variable of the same name.
  const secretNames = new Set(secrets?.map(({ name }) => name));
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !secretNames.has(name)));
}

/** The variables of a process by the way in which they are passed. */
export interface VariableWays {
  /** Passed as arguments of a program, which every user of the machine can read for a moment. */
  open: Record<string, string>;
  /** Passed through a descriptor. */
  hidden: ReadonlyMap<string, string>;
}

const MARK = 'PORTOLAN_LAUNCH_ID';
/** A shell can export only such names. */
const SHELL_NAME = /^[A-Za-z_]\w*$/;

/**
 * Hides the variables of a worker: they contain its token and the parameters of its job. Those of a batch job are known anyway, and
 * arguments spare it two processes.
 */
export function variableWays(
  kind: LaunchOffer['kind'],
  environment: Readonly<Record<string, string>>,
): VariableWays {
  const isHidden = (name: string): boolean =>
    kind === LaunchKind.Worker && name !== MARK && SHELL_NAME.test(name);
  const entries = Object.entries(environment);
  return {
    open: Object.fromEntries(entries.filter(([name]) => !isHidden(name))),
    hidden: new Map(entries.filter(([name]) => isHidden(name))),
  };
}

/**
 * Returns `BIND_ADDRESS`: loopback on a node that only loopback reaches, so that its workers are not exposed. Elsewhere no
 * variable is set, which means every address.
 */
export function bindAddress(advertisedHost: string): Record<string, string> {
  const loopback = advertisedHost === 'localhost' || /^127(\.\d{1,3}){3}$/.test(advertisedHost);
  return loopback ? { BIND_ADDRESS: '127.0.0.1' } : {};
}
