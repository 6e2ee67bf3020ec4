/** Staying in the foreground: says when a service ends unexpectedly, and ends when the system is stopped elsewhere. */
import { setTimeout as sleep } from 'node:timers/promises';
import { red, say } from './console.mjs';
import { findRunning } from './processes.mjs';
import { keepers } from './servers.mjs';
import { logPath } from './services.mjs';

const EVERY_MS = 500;

/** One line for each change between two looks at the services (pids by name; undefined when not running). */
export function changes(before, now) {
  return Object.keys(now).flatMap((name) => {
    if (before[name] === now[name]) return [];
    if (now[name] === undefined)
      return [
        `${name} (pid ${before[name]}) has ended unexpectedly, see ${logPath(name)}; "npm start" in another terminal starts it again`,
      ];
    return [`${name} runs again (pid ${now[name]})`];
  });
}

const look = (names) => Object.fromEntries(names.map((name) => [name, findRunning(name)?.pid]));

/** Watches the named processes until the system is stopped by another command or `isOver()`. */
export async function watch(names, isOver) {
  let before = look(names);
  while (!isOver()) {
    await sleep(EVERY_MS);
    if (isOver()) return;
    const now = look(names);
    // Without its keeper the system is being stopped: what ends now ends on purpose.
    if (!keepers().includes('system')) return;
    for (const line of changes(before, now)) say(line.includes('unexpectedly') ? red(line) : line);
    before = now;
  }
}
