/**
 * `node list-modules.mjs`: the modules of npm packages that the built services load, a path below node_modules a line.
 * Nothing is started: each service describes itself, which makes its modules, and so loads what they need.
 */
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import process from 'node:process';
import { documentOf } from '../lib/clients.mjs';
import { load } from '../lib/packages.mjs';
import { ROOT, SERVICES } from '../lib/settings.mjs';

const PACKAGES = join(ROOT, 'node_modules') + sep;

/** What is loaded once a service listens, by the module that asks for it. */
const LOADED_LATER = [
  ['@nestjs/platform-fastify', '@fastify/static'],
  ['@nestjs/platform-ws', 'ws'],
  ['@portolan/service', 'mysql2/promise'],
  ['@portolan/service', 'undici'],
  ['mysql2', 'iconv-lite/encodings'],
];

for (const service of SERVICES) await documentOf(service);
for (const [from, name] of LOADED_LATER) createRequire(load.resolve(from))(name);
const files = Object.keys(load.cache).filter((file) => file.startsWith(PACKAGES) && /\.c?js$/.test(file));
const list = files.map((file) => file.slice(PACKAGES.length)).join('\n');
// Some of what was made would keep the process alive.
process.stdout.write(`${list}\n`, () => process.exit());
