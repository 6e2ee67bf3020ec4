/** The lane `install`: unpacks a bare Debian, where neither MySQL nor Redis is installed. */
import { run } from '../lib/commands.mjs';
import { say } from '../lib/console.mjs';
import { debianSuite, inRoot } from '../lib/debian.mjs';

/** Returns why this machine cannot enter a bare Debian; undefined when it can. */
async function obstacle() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'that needs root on Linux';
  const { code, tail } = await run(...inRoot('/', ['true']));
  return code === 0 ? undefined : `namespaces are not available: ${tail.at(-1) ?? code}`;
}

export async function prepare() {
  const reason = await obstacle();
  if (reason !== undefined) {
    say(`the packages are installed on this machine instead of a bare Debian: ${reason}`);
    return {};
  }
  const suite = await debianSuite({ name: 'the lane install', suite: 'bookworm' });
  return { env: { PORTOLAN_BARE_DEBIAN: suite } };
}
