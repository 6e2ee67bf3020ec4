/** What `npm start` prints when all is ready: addresses, times, memory, and what to try. */
import { seconds } from './console.mjs';
import { ROLES, tokenFor } from './dev-issuer.mjs';
import { megabytes, memoryOf } from './memory.mjs';
import { SERVICES, urlOf } from './settings.mjs';

const row = (cells) =>
  `  ${cells.map((cell, index) => (index < 2 ? cell.padEnd([20, 26][index]) : cell.padStart(16))).join('')}`;

/** Requests worth a first look; the demo (`npm run demo`) shows many more. */
function firstRequests(ports) {
  const curl = ports.issuer ? 'curl -s -H "Authorization: Bearer $READER"' : 'curl -s';
  return [
    `${curl} ${urlOf(ports.jobs)}/api/v3/clusters`,
    `${curl} ${urlOf(ports.streams)}/api/v1/jobClusters`,
    `${curl} '${urlOf(ports.history)}/api/v2/view/instances;_expand;_limit=1'`,
  ];
}

/** A running service is kept as it is; when the code has changed since, the user should know. */
function older(services) {
  const titles = services.filter(({ isOlder }) => isOlder).map(({ title }) => title);
  if (titles.length === 0) return [];
  return [
    `  An older build still runs of: ${titles.join(', ')}. "npm stop", then "npm start" runs the new one.`,
  ];
}

/** The same for settings: what the user has changed in the environment reaches only what is started. */
function otherSettings(services) {
  return services
    .filter(({ changed }) => changed?.length > 0)
    .map(
      ({ title, changed }) =>
        `  ${title} still runs with other settings (${changed.join(', ')}). "npm stop", then "npm start" applies these.`,
    );
}

/** A token for each role as shell variables, when the development issuer runs. */
function tokens({ issuer: port }) {
  if (!port) return [];
  const issuer = urlOf(port);
  return [
    'Tokens of the development issuer (not for production), valid for 12 h:',
    ...ROLES.map((role) => `${role.toUpperCase()}=${tokenFor(role, { issuer })}`),
  ];
}

/** Times count for services that this start has started. */
function slowest(services) {
  return Math.max(0, ...services.filter(({ kept }) => !kept).map(({ readyMs }) => readyMs));
}

/** @param services as `startServices` returns them */
export function summary(services, detached) {
  const own = services.filter(({ key }) => SERVICES.some((service) => service.key === key));
  const memory = new Map(own.map(({ app }) => [app, memoryOf(app)]));
  const total = [...memory.values()].reduce((sum, bytes) => sum + bytes, 0);
  const ready = slowest(own);
  const ports = Object.fromEntries(services.map(({ key, port }) => [key, port]));
  const lines = services.map(({ app, title, port, kept, readyMs }) =>
    row([
      title,
      urlOf(port),
      kept ? 'was running' : seconds(readyMs),
      memory.has(app) ? megabytes(memory.get(app)) : '',
    ]),
  );
  return [
    '',
    row(['', '', 'ready in', 'memory']),
    ...lines,
    row(['the three services', '', ready ? seconds(ready) : '', megabytes(total)]),
    ...older(services),
    ...otherSettings(services),
    '',
    `Open ${own.map(({ port }) => `${urlOf(port)}/docs`).join(', ')}`,
    ...tokens(ports),
    'Try',
    ...firstRequests(ports).map((line) => `  ${line}`),
    '  npm run demo',
    `Logs are in .portolan/logs. ${detached ? '"npm stop"' : 'Ctrl-C (or "npm stop")'} ends everything.`,
  ].join('\n');
}
