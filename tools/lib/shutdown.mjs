/** Ends the system: launches first, then services, then leftovers of killed services, then the servers. */
import { sep } from 'node:path';
import { say, step } from './console.mjs';
import { send } from './http.mjs';
import { findByEnvironment, findRunning, sweep } from './processes.mjs';
import { release } from './servers.mjs';
import { endServices, runningServices } from './services.mjs';
import { HOME, paths, urlOf } from './settings.mjs';
import { readState } from './state.mjs';

const NODE_STOP_TIMEOUT_MS = 20_000;

/** Requests the node to end its launches. @returns remarks on failure: the launches are then ended with the services */
async function endLaunches() {
  const jobs = findRunning('job-orchestration');
  if (!jobs) return [];
  try {
    const options = { token: readState().internalToken, limitMs: NODE_STOP_TIMEOUT_MS };
    const { status } = await send('POST', `${urlOf(jobs.port)}/internal/node/actions/stop`, options);
    return status < 300 ? [] : [`the node was asked to end its jobs and answered ${status}`];
  } catch {
    return ['the node did not answer when asked to end its jobs'];
  }
}

const isInside = (path, folder) => path === folder || path?.startsWith(`${folder}${sep}`);

const isLaunch = ({ PORTOLAN_LAUNCH_ID, NODE_WORK_DIR, PORTOLAN_NODE_DIR }) =>
  PORTOLAN_LAUNCH_ID && [NODE_WORK_DIR, PORTOLAN_NODE_DIR].some((path) => isInside(path, paths.nodes));

const isOurs = (env) => env.PORTOLAN_HOME === HOME && Boolean(env.PORTOLAN_PROCESS);
const SERVERS = new Set(['mysql', 'redis']);
const isServicePart = (env) => isOurs(env) && !SERVERS.has(env.PORTOLAN_PROCESS);

/** Returns the running processes of this checkout, including servers. */
export function findOurs() {
  const found = findByEnvironment((env) => isLaunch(env) || isOurs(env));
  // Redis overwrites its environment by its title, so it is identified by its record.
  const servers = [...SERVERS]
    .map(findRunning)
    .filter((record) => record && !found.some(({ pid }) => pid === record.pid));
  return [...found, ...servers];
}

/** Ends all processes of `npm start`. @returns false when none was running */
export async function shutdown() {
  const services = runningServices();
  const strays = findByEnvironment((env) => isLaunch(env) || isServicePart(env));
  if (services.length > 0 || strays.length > 0) {
    await step('Stopping the services', async () => {
      const remarks = [...(await endLaunches()), ...(await endServices(services))];
      const swept = await sweep(() => findByEnvironment((env) => isLaunch(env) || isServicePart(env)));
      if (swept > 0) remarks.push(`${swept} process${swept === 1 ? '' : 'es'} left behind ended`);
      return remarks.join('; ') || undefined;
    });
  }
  const { stopped, left } = await release('system');
  if (left.includes('manual'))
    say('MySQL and Redis stay up: they were started with "node tools/servers.mjs up" (and end with "down")');
  else if (left.length > 0)
    say(`MySQL and Redis stay up for ${left.join(', ')}, which stops them at its end`);
  return services.length > 0 || strays.length > 0 || stopped.length > 0;
}
