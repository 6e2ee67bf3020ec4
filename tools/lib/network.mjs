/** Ports and addresses: who listens, who is in the way, and waiting until something answers. */
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLineOf } from './process-identity.mjs';
import { LOOPBACK } from './settings.mjs';

/** Whether the port can be listened on at this moment. */
export function isFree(port, host = LOOPBACK) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** A port of this machine that nobody listens on at the moment. */
export function freePort(host = LOOPBACK) {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, host, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
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

/** The process that listens on a port as "pid 12 (node server.js)", or '' when that isn't known here. */
export function describeOwner(port) {
  try {
    const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFileSync(file, 'utf8'));
    const sockets = new Set(
      tables.flatMap((table) => listeningInodes(table, port)).map((inode) => `socket:[${inode}]`),
    );
    for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
      if (ownsOneOf(pid, sockets)) return `pid ${pid} (${commandLineOf(pid)})`;
    }
  } catch {
    // Not Linux, or /proc is hidden: the owner stays unknown.
  }
  return '';
}

function ownsOneOf(pid, sockets) {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return sockets.has(readlinkSync(`/proc/${pid}/fd/${fd}`));
      } catch {
        return false;
      }
    });
  } catch {
    return false;
  }
}

/** Connects and returns the first bytes the server sends after `greeting` (if any) was sent; `null` when nothing answers. */
export function ask(port, { host = LOOPBACK, send, timeoutMs = 1000 } = {}) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host, timeout: timeoutMs });
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
}

/**
 * Calls `probe` until it returns something truthy, which is returned. `undefined` after `timeoutMs`, or as soon as
 * `gone()` says that waiting is in vain.
 */
export async function waitFor(probe, { timeoutMs, gone = () => false, everyMs = 50 }) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > deadline || gone()) return undefined;
    await sleep(everyMs);
  }
}

/** The status of a GET, or 0 when nobody answers within `timeoutMs`. */
export async function statusOf(url, timeoutMs = 2000) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
