/** Finds the npm packages that a built service needs at run time, so that images are small and need few patches. */
import { readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';

/** Names of the packages that a compiled file imports by literal: `require("a/b")`, `import("@c/d")`. */
export const importedPackages = (text) =>
  [...text.matchAll(/\b(?:require|import)\(\s*["'`]([^"'`]+)["'`]\s*\)/g)]
    .map(([, name]) => name)
    .filter((name) => !name.startsWith('.') && !name.startsWith('/') && !name.startsWith('node:'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
    .filter((name) => !builtinModules.includes(name));

const TESTING = /(^|\/)testing(\/|$)/;

/** Reports whether a compiled file or folder is for tests only. */
export const isForTests = (path) => TESTING.test(path);

const compiled = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /\.(js|cjs|mjs)$/.test(name) && !isForTests(name))
    .map((name) => join(folder, name));

export const importsOf = (folder) => [
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
