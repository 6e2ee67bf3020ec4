/** Ports and addresses: free ones, owners of used ones, and waiting for a response. */
import { once } from 'node:events';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLineOf, processIds } from './process-identity.mjs';
import { LOOPBACK } from './settings.mjs';

export const isFree = (port, host) =>
  freePort(host, port).then(
    () => true,
    () => false,
  );

/** Returns a free port of this machine, or `port` itself. @throws Error when `port` is in use */
export async function freePort(host = LOOPBACK, port = 0) {
  const server = net.createServer().listen({ port, host, exclusive: true });
  await once(server, 'listening');
  const { port: found } = server.address();
  server.close();
  await once(server, 'close');
  return found;
}

/** Inodes of sockets that listen on a port, from a table like /proc/net/tcp (columns: local address 1, state 3, inode 9). */
export function listeningInodes(table, port) {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[1]?.endsWith(suffix) && columns[3] === '0A')
    .map((columns) => columns[9]);
}

/** Returns the process that listens on a port as "pid 12 (node server.js)"; '' when it is unknown. */
export function describeOwner(port) {
  try {
    const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFileSync(file, 'utf8'));
    const sockets = new Set(
      tables.flatMap((table) => listeningInodes(table, port)).map((inode) => `socket:[${inode}]`),
    );
    for (const pid of processIds()) if (ownsOneOf(pid, sockets)) return `pid ${pid} (${commandLineOf(pid)})`;
  } catch {
    // Not Linux, or /proc is hidden: the owner stays unknown.
  }
  return '';
}

function ownsOneOf(pid, sockets) {
  const linkOf = (fd) => orUndefined(() => readlinkSync(`/proc/${pid}/fd/${fd}`));
  return orUndefined(() => readdirSync(`/proc/${pid}/fd`))?.some((fd) => sockets.has(linkOf(fd)));
}

/** Returns the result of `work`; undefined when it throws, as for a process that has just ended. */
function orUndefined(work) {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Connects, sends `greeting` (if any), and returns the first bytes of the server; `null` without a response. */
export const ask = (port, { host = LOOPBACK, send } = {}) =>
  new Promise((resolve) => {
    const socket = net.connect({ port, host, timeout: 1000 });
    const finish = (value) => {
      socket.destroy();
      resolve(value);
    };
    socket.once('connect', () => send && socket.write(send));
    socket.once('data', finish);
    socket.once('timeout', () => finish(null));
    socket.once('error', () => finish(null));
    socket.once('close', () => finish(null));
  });

/** Calls `probe` until its result is truthy; `undefined` after `timeoutMs`, or once `gone()` holds. */
export async function waitFor(probe, { timeoutMs, gone = () => false, everyMs = 50 }) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > deadline || gone()) return undefined;
    await sleep(everyMs);
  }
}

/** Returns the status of a GET; 0 without a response within `timeoutMs`. */
export async function statusOf(url, timeoutMs = 2000) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

export class Gateway {
  #sockets = new Set();
  #server = net.createServer((near) => this.#join(near));
  #isCut = false;

  /** @param target `{host, port}`, which may change */
  constructor(target) {
    this.target = target;
  }

  async listen() {
    this.#server.listen(0, LOOPBACK);
    await once(this.#server, 'listening');
    return this;
  }

  get port() {
    return this.#server.address().port;
  }

  cut() {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend() {
    this.#isCut = false;
  }

  close() {
    this.cut();
    this.#server.close();
  }

  #join(near) {
    if (this.#isCut) return void near.destroy();
    const far = net.connect(this.target);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      this.#sockets.add(one);
      one.setNoDelay(true).on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
