import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { oneOf, main } from './lib/command.mjs';
import { Failure, say } from './lib/console.mjs';
import { closure, importsOf, isForTests } from './lib/runtime-packages.mjs';
import { ROOT, SERVICES } from './lib/settings.mjs';

const OURS = '@portolan/';

/** Reports whether a compiled file is needed at run time; types and build records are not. */
const isRuntime = (path) =>
  !/\.(d\.[cm]?ts|d\.[cm]?ts\.map|tsbuildinfo)$/.test(path) && !isForTests(relative(ROOT, path));
/** Reports whether a file of an npm package is needed at run time; documentation, types and maps are not. */
const isNeeded = (path) => !/\.(md|markdown|map|d\.[cm]?ts|ts|flow)$/i.test(path) && !/\/\.[^/]+$/.test(path);

/** Returns the names of our own libraries among `names`, and of the libraries that they import. */
function libraries(names, found = new Set()) {
  for (const name of names.filter((one) => one.startsWith(OURS) && !found.has(one))) {
    found.add(name);
    libraries(importsOf(libraryDist(name)), found);
  }
  return found;
}

const libraryFolder = (name) => join(ROOT, 'libs', name.slice(OURS.length));
const libraryDist = (name) => join(libraryFolder(name), 'dist');

const APPS = SERVICES.map(({ app }) => app);
const COMMAND = {
  usage: 'node tools/service-tree.mjs',
  about: 'Copies a built service with the packages that it needs, and nothing else, into an empty folder.',
  positionals: { name: 'app folder', min: 2, max: 2, about: `app is one of ${APPS.join(', ')}` },
};

await main(COMMAND, ({ positionals: [app, target] }) => {
  oneOf('app', app, APPS);
  const folder = resolve(target);
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Failure(`${folder} is not empty`);
  const dist = join(ROOT, 'apps', app, 'dist');
  if (!existsSync(join(dist, 'src', 'main.js'))) throw new Failure(`${app} is not built: npm run build`);

  const copy = (path, filter) => cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter });
  const imports = importsOf(dist);
  const ours = [...libraries(imports)];
  const roots = [...new Set([...imports, ...ours.flatMap((name) => importsOf(libraryDist(name)))])];
  const packages = closure(
    JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages,
    roots.filter((name) => !name.startsWith(OURS)),
  ).filter((path) => existsSync(join(ROOT, path)));

  mkdirSync(folder, { recursive: true });
  copy(join('apps', app, 'dist'), isRuntime);
  for (const path of packages) {
    const nested = join(ROOT, path, 'node_modules');
    copy(path, (source) => source !== nested && (source === join(ROOT, path) || isNeeded(source)));
  }
  for (const name of ours) {
    const at = join('node_modules', name);
    cpSync(libraryDist(name), join(folder, at, 'dist'), { recursive: true, filter: isRuntime });
    cpSync(join(libraryFolder(name), 'package.json'), join(folder, at, 'package.json'));
  }
  say(`${app}: ${packages.length} packages and ${ours.length} libraries in ${target}`);
});
