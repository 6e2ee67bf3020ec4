/** The private Redis of this checkout. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from './commands.mjs';
import { ask } from './network.mjs';
import { privateServer } from './private-server.mjs';
import { LOOPBACK, paths } from './settings.mjs';
import { serverPassword } from './state.mjs';

export const findServer = () => findProgram('redis-server', 'valkey-server');

export const redisUrl = (port, password = '') => `redis://${password && `:${password}@`}${LOOPBACK}:${port}`;

/** Settings as arguments. BullMQ needs `noeviction`. */
export const serverArguments = ({ port, host = LOOPBACK, folder, isProtected = true }) => [
  ...['--port', String(port), '--bind', host, '--dir', folder],
  ...['--protected-mode', isProtected ? 'yes' : 'no'],
  ...['--appendonly', 'yes', '--save', '', '--maxmemory-policy', 'noeviction'],
  ...['--daemonize', 'no', '--supervised', 'no'],
];

/** Reports whether Redis responds to PING; while it loads its file the response is an error. One without a password ignores that. */
export async function answers(port, host, password) {
  const send = `${password ? `AUTH ${password}\r\n` : ''}PING\r\n`;
  return (await ask(port, { host, send }))?.toString().includes('+PONG') ?? false;
}

/** Returns the file of the settings that no other user may read, as the arguments of a process can be. */
function writeSecretSettings() {
  mkdirSync(paths.redis, { recursive: true });
  // The messages of the queues are in this folder.
  chmodSync(paths.redis, 0o700);
  const file = join(paths.redis, 'secret.conf');
  writeFileSync(file, `requirepass ${serverPassword()}\n`, { mode: 0o600 });
  return file;
}

export const { start, stop, running } = privateServer({
  name: 'redis',
  title: 'Redis',
  timeoutMs: 30_000,
  graceMs: 20_000,
  answers: (port) => answers(port, LOOPBACK, serverPassword()),
  prepare(port) {
    const args = [writeSecretSettings(), ...serverArguments({ port, folder: paths.redis })];
    return { program: findServer(), args, cwd: paths.redis, facts: { hasPassword: true } };
  },
});
