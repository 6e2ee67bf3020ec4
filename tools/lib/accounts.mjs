/** The unix users that jobs need while a node runs them as the users that they name (RUN_AS_USER=on). */
import { spawnSync } from 'node:child_process';
import { Failure } from './console.mjs';
import { environmentOf, findRunning } from './processes.mjs';

/** Users of the jobs of `npm run demo` and of the examples. */
export const SHOWN_USERS = ['demo', 'example'];

const exists = (user) => spawnSync('getent', ['passwd', user]).status === 0;

/** Returns those of `users` whose jobs fail on the node of the running system, because this machine does not have them. */
export function usersWithoutAccount(users, environment = environmentOfNode()) {
  return environment.RUN_AS_USER === 'on' ? users.filter((user) => !exists(user)) : [];
}

function environmentOfNode() {
  const running = findRunning('job-orchestration');
  return running ? environmentOf(running.pid) : {};
}

/** Returns what to do about missing users, on one line; none without any. */
export function accountAdvice(missing) {
  if (missing.length === 0) return [];
  const commands = missing.map((user) => `useradd --no-create-home ${user}`).join('; ');
  return [
    `RUN_AS_USER is on, so jobs run as the unix user that they name, and this machine has no user ${missing.join(' and ')}: ` +
      `create what is missing (${commands}), or start the system with RUN_AS_USER=off`,
  ];
}

/** @throws Failure that names the user when its jobs cannot run on the node of the running system */
export function requireAccount(user) {
  const [advice] = accountAdvice(usersWithoutAccount([user]));
  if (advice) throw new Failure(advice);
}
