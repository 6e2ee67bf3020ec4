/** Compact copies of the npm packages' modules that the services load, for tools/compact/register.cjs. */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { ON_DEMAND } from '../compact/on-demand.mjs';
import { rewritten } from '../compact/rewrites.mjs';
import { run } from './commands.mjs';
import { Failure } from './console.mjs';
import { load } from './packages.mjs';
import { importsOf } from './runtime-packages.mjs';
import { ROOT, SERVICES } from './settings.mjs';

const TOOLS = join(ROOT, 'tools', 'compact');
const FOLDER = join(ROOT, 'dist', 'compact');
const STAMP = join(FOLDER, 'stamp');

/** What decides which modules are loaded, and how they are copied. */
function sourcesStamp() {
  const dists = ['libs', 'apps'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .map((name) => join(ROOT, folder, name, 'dist'))
      .filter((dist) => existsSync(dist)),
  );
  const files = readdirSync(TOOLS).map((name) => join(TOOLS, name));
  const hash = createHash('sha256').update(SERVICES.map(({ app }) => app).join());
  for (const file of [join(ROOT, 'package-lock.json'), import.meta.filename, ...files.sort()])
    hash.update(readFileSync(file));
  hash.update([...new Set(dists.flatMap(importsOf))].sort().join());
  return hash.digest('hex');
}

/** Whether the copies are those of the packages that are installed, and of all that the build imports. */
export const isCompact = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourcesStamp();

/**
 * A module's text without comments and spaces. Names stay, for messages and traces. What isn't ASCII is escaped: a single
 * such character would double what V8 needs for the text.
 */
export async function compactText(text) {
  const { code } = await load('@swc/core').minify(text, {
    compress: false,
    mangle: false,
    module: false,
    format: { comments: false, asciiOnly: true, ecma: 2022 },
  });
  // Regular expressions are left as they are.
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

async function copyModule(path, folder) {
  const copy = join(folder, 'node_modules', path);
  const text = readFileSync(join(ROOT, 'node_modules', path), 'utf8');
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, await compactText(rewritten(path, text)));
}

async function listModules() {
  const paths = [];
  const program = join(TOOLS, 'list-modules.mjs');
  const { code, tail } = await run(process.execPath, [program], { onLine: (line) => paths.push(line) });
  if (code !== 0) throw new Failure(`the services' modules can't be listed:\n${tail.slice(-10).join('\n')}`);
  return paths;
}

/** Makes the copies anew; those of before stay in place until all are there. */
export async function makeCompact() {
  const next = `${FOLDER}.next`;
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { recursive: true });
  const paths = await listModules();
  await Promise.all(paths.map((path) => copyModule(path, next)));
  const onDemand = paths.filter((path) => ON_DEMAND.some((pattern) => pattern.test(path)));
  writeFileSync(join(next, 'on-demand.json'), JSON.stringify(onDemand));
  copyFileSync(join(TOOLS, 'register.cjs'), join(next, 'register.cjs'));
  writeFileSync(join(next, 'stamp'), sourcesStamp());
  rmSync(FOLDER, { recursive: true, force: true });
  renameSync(next, FOLDER);
  return paths.length;
}
