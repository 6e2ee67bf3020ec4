/** Copies built services with the packages that they need at run time: into images, and into the package `@portolan/system`. */
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Failure } from './console.mjs';
import { closure, importsOf, isForTests } from './runtime-packages.mjs';
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
