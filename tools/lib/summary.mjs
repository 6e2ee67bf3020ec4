/** The summary of `npm start`: addresses, times, memory, and requests to try. */
import { SHOWN_USERS, accountAdvice, usersWithoutAccount } from './accounts.mjs';
import { seconds } from './console.mjs';
import { ROLES, tokenFor } from './dev-issuer.mjs';
import { logFolder } from './services.mjs';
import { COMMANDS, HOME, IS_CHECKOUT, SERVICES, portsFrom, urlOf } from './settings.mjs';
import { tryRead } from './files.mjs';
import { findByEnvironment } from './processes.mjs';

const row = (cells) =>
  `  ${cells.map((cell, index) => (index < 2 ? cell.padEnd([20, 26][index]) : cell.padStart(16))).join('')}`;

const SUBMIT =
  "portolan job submit --name hello --command type:bash --cluster type:shell --follow -- -c 'echo hello'";

const isMoved = (ports) => SERVICES.some(({ key }) => ports[key] !== portsFrom({})[key]);

/** The documents and the command `portolan` use the usual ports, where another system may listen. */
function movedPorts(ports) {
  if (!IS_CHECKOUT || !isMoved(ports)) return [];
  const exported = SERVICES.map(({ key }) => `PORTOLAN_${key.toUpperCase()}_URL=${urlOf(ports[key])}`);
  return [
    'These are not the usual ports: replace those of the documents, and before you use the command portolan',
    `  export ${exported.join(' ')}`,
  ];
}

/** An installed system was started by the command `portolan`, which knows the usual ports only. */
function firstCommands(ports) {
  const services = SERVICES.map(({ key }) => `--${key} ${urlOf(ports[key])}`);
  return [...(isMoved(ports) ? [`portolan context add dev ${services.join(' ')}`] : []), SUBMIT];
}

function firstRequests(ports) {
  const curl = ports.issuer ? 'curl -s -H "Authorization: Bearer $READER"' : 'curl -s';
  return [
    `${curl} ${urlOf(ports.jobs)}/api/v3/clusters`,
    `${curl} ${urlOf(ports.streams)}/api/v1/jobClusters`,
    `${curl} '${urlOf(ports.history)}/api/v2/view/instances;_expand;_limit=1'`,
  ];
}

/** Services that are older than the last build, or run with settings that the user has changed since. */
function stale(services) {
  const older = services.filter(({ isOlder }) => isOlder).map(({ title }) => title);
  const others = services.filter(({ changed }) => changed?.length > 0);
  const restart = `"${COMMANDS.stop}", then "${COMMANDS.start}"`;
  return [
    ...(older.length > 0
      ? [`  An older build still runs of: ${older.join(', ')}. ${restart} runs the new one.`]
      : []),
    ...others.map(
      ({ title, changed }) =>
        `  ${title} still runs with other settings (${changed.join(', ')}). ${restart} applies these.`,
    ),
  ];
}

function tokens({ issuer: port }) {
  if (!port) return [];
  const issuer = urlOf(port);
  return [
    'Tokens of the development issuer (not for production), valid for 12 h:',
    ...ROLES.map((role) => `${role.toUpperCase()}=${tokenFor(role, { issuer })}`),
  ];
}

/** @param services the result of `startServices` */
export function summary(services, detached) {
  const own = services.filter(({ key }) => SERVICES.some((service) => service.key === key));
  const memory = new Map(own.map(({ app }) => [app, memoryOf(app)]));
  const total = [...memory.values()].reduce((sum, bytes) => sum + bytes, 0);
  const ready = Math.max(0, ...own.filter(({ kept }) => !kept).map(({ readyMs }) => readyMs));
  const ports = Object.fromEntries(services.map(({ key, port }) => [key, port]));
  const lines = services.map(({ app, title, port, kept, readyMs }) => {
    const used = memory.has(app) ? megabytes(memory.get(app)) : '';
    return row([title, urlOf(port), kept ? 'was running' : seconds(readyMs), used]);
  });
  return [
    '',
    row(['', '', 'ready in', 'memory']),
    ...lines,
    row(['the three services', '', ready ? seconds(ready) : '', megabytes(total)]),
    ...stale(services),
    ...accountAdvice(usersWithoutAccount(SHOWN_USERS)).map((line) => `  ${line}.`),
    '',
    ...(ports.console ? [`The console is at ${urlOf(ports.console)}`] : []),
    `The APIs are described at ${own.map(({ port }) => `${urlOf(port)}/docs`).join(', ')}`,
    ...tokens(ports),
    ...movedPorts(ports),
    'Try',
    ...(IS_CHECKOUT ? [] : firstCommands(ports)).map((line) => `  ${line}`),
    ...firstRequests(ports).map((line) => `  ${line}`),
    ...(IS_CHECKOUT ? ['  npm run demo'] : []),
    `Logs are in ${logFolder}. ${detached ? '' : 'Ctrl-C or '}"${COMMANDS.stop}" ends everything.`,
  ].join('\n');
}

/** Resident bytes from the text of /proc/<pid>/status. */
export const residentBytes = (status) => Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;

function memoryOf(name) {
  const statuses = findByEnvironment(
    (env) => env.PORTOLAN_PROCESS === name && env.PORTOLAN_HOME === HOME && !env.PORTOLAN_LAUNCH_ID,
  ).map(({ pid }) => tryRead(`/proc/${pid}/status`) ?? '');
  return statuses.reduce((sum, status) => sum + residentBytes(status), 0);
}

const megabytes = (bytes) => `${Math.round(bytes / 1024 / 1024)} MB`;
