/** Copies built services with the packages that they need at run time: into images, and into the package `@portolan/system`. */
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { builtinModules } from 'node:module';
import { Failure } from './console.mjs';
import { ROOT } from './settings.mjs';

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

const copy = (path, folder, filter) =>
  cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter });

/** Copies npm packages and what they need. @param options of {@link closure} @returns their paths: `node_modules/…` */
export function copyPackages(names, folder, options) {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const paths = closure(packages, names, options).filter((path) => existsSync(join(ROOT, path)));
  for (const path of paths) {
    const nested = join(ROOT, path, 'node_modules');
    copy(path, folder, (source) => source !== nested && (source === join(ROOT, path) || isNeeded(source)));
  }
  return paths;
}

/**
 * Copies built apps into an empty folder, with their packages and nothing else.
 * @returns the paths of the npm packages (`node_modules/…`) and the names of our own libraries
 */
export function copyServices(apps, folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Failure(`${folder} is not empty`);
  const dists = apps.map((app) => join('apps', app, 'dist'));
  for (const [index, dist] of dists.entries())
    if (!existsSync(join(ROOT, dist))) throw new Failure(`${apps[index]} is not built: npm run build`);

  const imports = [...new Set(dists.flatMap((dist) => importsOf(join(ROOT, dist))))];
  const ours = [...libraries(imports)];
  const roots = [...new Set([...imports, ...ours.flatMap((name) => importsOf(libraryDist(name)))])];
  mkdirSync(folder, { recursive: true });
  for (const dist of dists) copy(dist, folder, isRuntime);
  const packages = copyPackages(
    roots.filter((name) => !name.startsWith(OURS)),
    folder,
  );
  for (const name of ours) {
    const at = join(folder, 'node_modules', name);
    cpSync(libraryDist(name), join(at, 'dist'), { recursive: true, filter: isRuntime });
    cpSync(join(libraryFolder(name), 'package.json'), join(at, 'package.json'));
  }
  return { packages, libraries: ours };
}

/** Names of the packages that a compiled file imports by literal: `require("a/b")`, `import("@c/d")`. */
export const importedPackages = (text) =>
  [...text.matchAll(/\b(?:require|import)\(\s*["'`]([^"'`]+)["'`]\s*\)/g)]
    .map(([, name]) => name)
    .filter((name) => !name.startsWith('.') && !name.startsWith('/') && !name.startsWith('node:'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
    .filter((name) => !builtinModules.includes(name));

const TESTING = /(^|\/)testing(\/|$)/;

/** Reports whether a compiled file or folder is for tests only. */
const isForTests = (path) => TESTING.test(path);

const compiled = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /\.(js|cjs|mjs)$/.test(name) && !isForTests(name))
    .map((name) => join(folder, name));

const importsOf = (folder) => [
  ...new Set(compiled(folder).flatMap((file) => importedPackages(readFileSync(file, 'utf8')))),
];

/** Resolves `name` from the package at `path`: in its own node_modules, or in those of the folders above. */
function resolve(packages, path, name) {
  const parts = path === '' ? [] : path.split('/node_modules/');
  for (let depth = parts.length; depth >= 0; depth -= 1) {
    const from = parts.slice(0, depth).join('/node_modules/');
    const candidate = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`;
    if (packages[candidate]) return candidate;
  }
  return undefined;
}

/** Returns the dependencies of a package, with peers: a library loads optional ones (a driver, a plug-in) by name. */
const needsOf = (entry) => [
  ...Object.keys(entry.dependencies ?? {}),
  ...Object.keys(entry.optionalDependencies ?? {}),
  ...Object.keys(entry.peerDependencies ?? {}),
];

/**
 * Returns the paths of `roots` and of all packages that they need. @param packages of package-lock.json
 * @param dev accepts packages that only tools need @throws Error for a missing root
 */
export function closure(packages, roots, { dev = false } = {}) {
  const found = new Set();
  const visit = (path, name, required) => {
    const at = resolve(packages, path, name);
    const entry = at && packages[at];
    if (!entry || (entry.dev && !dev)) {
      if (required) throw new Error(`${name} is imported but not a dependency of the repository`);
      return;
    }
    if (found.has(at) || entry.link) return;
    found.add(at);
    for (const need of needsOf(entry)) visit(at, need, false);
  };
  for (const name of roots) visit('', name, true);
  return [...found].sort();
}
