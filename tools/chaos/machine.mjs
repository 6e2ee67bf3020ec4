/** Resources of a separate node: a disk that can be filled, and a network link that can be cut. Both need root. */
import { execFile } from 'node:child_process';
import { mkdirSync, openSync, rmSync, writeSync, closeSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../lib/commands.mjs';
import { LOOPBACK } from '../lib/settings.mjs';

const execute = promisify(execFile);
const SIZE = '96m';
const BLOCK = Buffer.alloc(64 * 1024);

/** @returns `path` of the folder, and `fill()` and `empty()`; without root the `reason` why the disk cannot be filled */
export async function makeDisk(world, name) {
  const path = join(world.folder, name);
  mkdirSync(path, { recursive: true });
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return { path, reason: 'needs root' };
  try {
    await execute(findProgram('mount'), ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'portolan-chaos', path]);
  } catch (error) {
    return { path, reason: `no file system of its own: ${error.message.trim().split('\n').at(-1)}` };
  }
  world.atEnd(() => execute(findProgram('umount'), ['-l', path]));
  const ballast = join(path, 'ballast');
  return { path, fill: () => fill(ballast), empty: () => rmSync(ballast, { force: true }) };
}

/** Fills the disk to the last byte. */
function fill(file) {
  const open = openSync(file, 'w');
  try {
    for (let size = BLOCK.length; size >= 1;) {
      try {
        writeSync(open, BLOCK, 0, size);
      } catch (error) {
        if (error.code !== 'ENOSPC') throw error;
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(open);
  }
}

const ip = (...args) => execute(findProgram('ip'), args);

const withoutNetwork = (reason) => ({ host: LOOPBACK, nodeHost: LOOPBACK, reason });

/** @returns addresses `host` and, inside, `nodeHost`; `inside(command)`, `cut()`, `mend()`; without root `reason` and loopback */
export async function makeNetwork(world) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !findProgram('ip'))
    return withoutNetwork('needs root and the program ip');
  const tag = world.id.slice(-6);
  const name = `portolan-${tag}`;
  const [outer, inner] = [`pc${tag}o`, `pc${tag}i`];
  const net = `10.231.${Number.parseInt(tag.slice(0, 2), 16)}`;
  const host = `${net}.1`;
  try {
    await ip('netns', 'add', name);
    world.atEnd(() => ip('netns', 'del', name));
    await ip('address', 'add', `${host}/32`, 'dev', 'lo');
    world.atEnd(() => ip('address', 'del', `${host}/32`, 'dev', 'lo'));
    await ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner);
    world.atEnd(() => existsSync(`/sys/class/net/${outer}`) && ip('link', 'del', outer));
    await ip('link', 'set', inner, 'netns', name);
    await ip('address', 'add', `${net}.5/30`, 'dev', outer);
    await ip('link', 'set', outer, 'up');
    // While the link is down, traffic to the node must not use the machine's default route.
    await ip('route', 'add', 'blackhole', `${net}.4/30`, 'metric', '4000');
    world.atEnd(() => ip('route', 'del', 'blackhole', `${net}.4/30`, 'metric', '4000'));
    const inside = (...args) => ip('-n', name, ...args);
    await inside('link', 'set', 'lo', 'up');
    await inside('address', 'add', `${net}.6/30`, 'dev', inner);
    await inside('link', 'set', inner, 'up');
    await inside('route', 'add', 'default', 'via', `${net}.5`);
  } catch (error) {
    return withoutNetwork(`no network namespace: ${error.message.trim().split('\n').at(-1)}`);
  }
  return {
    host,
    nodeHost: `${net}.6`,
    inside: (...program) => ({
      command: findProgram('ip'),
      args: ['netns', 'exec', name, ...program.flat()],
    }),
    cut: () => ip('link', 'set', outer, 'down'),
    mend: () => ip('link', 'set', outer, 'up'),
  };
}
