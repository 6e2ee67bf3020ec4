/** The private Redis of this checkout. */
import { mkdirSync } from 'node:fs';
import { findProgram } from './commands.mjs';
import { ask } from './network.mjs';
import { privateServer } from './private-server.mjs';
import { LOOPBACK, paths } from './settings.mjs';

export const findServer = () => findProgram('redis-server', 'valkey-server');

export const redisUrl = (port) => `redis://${LOOPBACK}:${port}`;

/** Settings as arguments. BullMQ needs `noeviction`. */
export const serverArguments = ({ port, host = LOOPBACK, folder, isProtected = true }) => [
  ...['--port', String(port), '--bind', host, '--dir', folder],
  ...['--protected-mode', isProtected ? 'yes' : 'no'],
  ...['--appendonly', 'yes', '--save', '', '--maxmemory-policy', 'noeviction'],
  ...['--daemonize', 'no', '--supervised', 'no'],
];

/** Reports whether Redis responds to PING; while it loads its file the response is an error. */
export const answers = async (port, host) =>
  (await ask(port, { host, send: 'PING\r\n' }))?.toString().startsWith('+PONG') ?? false;

export const { start, stop, running } = privateServer({
  name: 'redis',
  title: 'Redis',
  timeoutMs: 30_000,
  graceMs: 20_000,
  answers,
  prepare(port) {
    mkdirSync(paths.redis, { recursive: true });
    return { program: findServer(), args: serverArguments({ port, folder: paths.redis }), cwd: paths.redis };
  },
});
