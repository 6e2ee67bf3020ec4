/**
 * A network namespace with a link of its own for one node. Everything else is at an address of this machine that stays
 * when the link goes down. Needs root.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { promisify } from 'node:util';
import { findProgram } from '../lib/commands.mjs';
import { LOOPBACK } from '../lib/settings.mjs';

const execute = promisify(execFile);
const ip = (...args) => execute(findProgram('ip'), args);

/** Where everything is when there is no namespace. */
export const withoutNetwork = (reason) => ({ host: LOOPBACK, nodeHost: LOOPBACK, reason });

/**
 * Makes the namespace.
 * @returns `host`, the address of everything else; `nodeHost`, that of the node inside; `inside(command)`, how a program is
 *   started there; `cut()` and `mend()` the link. Without root: `reason` and loopback addresses
 */
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
    world.atEnd(() => removeLink(outer));
    await ip('link', 'set', inner, 'netns', name);
    await ip('address', 'add', `${net}.5/30`, 'dev', outer);
    await ip('link', 'set', outer, 'up');
    // While the link is down nothing for the node may leave by the machine's own way out.
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
    inside: (command, args) => ({
      command: findProgram('ip'),
      args: ['netns', 'exec', name, command, ...args],
    }),
    cut: () => ip('link', 'set', outer, 'down'),
    mend: () => ip('link', 'set', outer, 'up'),
  };
}

async function removeLink(name) {
  if (existsSync(`/sys/class/net/${name}`)) await ip('link', 'del', name);
}
