/** The settings of the services, as docs/configuration.md lists them. Needs no package. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './settings.mjs';

const FILE = join(ROOT, 'docs', 'configuration.md');
const EVERY = 'every service';
/** Variables that every shell has; nodes pass them on to processes. */
const OF_SHELLS = new Set(['PATH', 'HOME', 'LANG']);

/** Returns the names of a service's settings; none where the documentation is not installed. @param title as in the headings */
export function documentedSettings(title) {
  if (!existsSync(FILE)) return [];
  const sections = readFileSync(FILE, 'utf8').split(/^##+ /m);
  const own = sections.filter((section) => {
    const [heading] = section.toLowerCase().split('\n', 1);
    return heading.includes(EVERY) || heading.includes(title);
  });
  return own
    .flatMap((section) => [...section.matchAll(/^\| `([A-Z][A-Z\d_]*)`/gm)])
    .map(([, name]) => name)
    .filter((name) => !OF_SHELLS.has(name));
}
