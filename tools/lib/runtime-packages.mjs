/** Which npm packages a built service needs at run time, and nothing else: small images, little to patch. */
import { readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';

/**
 * Names of the packages that a compiled file imports, by literal: `require("a/b")`, `import("@c/d")`.
 * Relative paths and Node's own modules are left out.
 */
export function importedPackages(text) {
  const names = [...text.matchAll(/\b(?:require|import)\(\s*["'`]([^"'`]+)["'`]\s*\)/g)].map(
    ([, name]) => name,
  );
  return names
    .filter((name) => !name.startsWith('.') && !name.startsWith('/') && !name.startsWith('node:'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
    .filter((name) => !builtinModules.includes(name));
}

/** What libraries offer to tests; no service needs it at run time. */
const TESTING = /(^|\/)testing(\/|$)/;

/** Whether a compiled file, or a folder of them, is for tests only. */
export const isForTests = (path) => TESTING.test(path);

/** The compiled files of a folder. */
const compiled = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /\.(js|cjs|mjs)$/.test(name) && !isForTests(name))
    .map((name) => join(folder, name));

/** The packages that the compiled files of `folder` import. */
export const importsOf = (folder) => [
  ...new Set(compiled(folder).flatMap((file) => importedPackages(readFileSync(file, 'utf8')))),
];

/** Where `name` is found from the package at `path`: in its own node_modules, or in those of the folders above. */
function resolve(packages, path, name) {
  const parts = path === '' ? [] : path.split('/node_modules/');
  for (let depth = parts.length; depth >= 0; depth -= 1) {
    const from = parts.slice(0, depth).join('/node_modules/');
    const candidate = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`;
    if (packages[candidate]) return candidate;
  }
  return undefined;
}

/** What a package asks for: peers too, for a library finds its optional ones (a driver, a plug-in) by name. */
const needsOf = (entry) => [
  ...Object.keys(entry.dependencies ?? {}),
  ...Object.keys(entry.optionalDependencies ?? {}),
  ...Object.keys(entry.peerDependencies ?? {}),
];

/**
 * The paths of all packages that `roots` need, themselves included.
 * @param packages `packages` of package-lock.json
 * @param roots names of packages, found from the repository's root
 * @throws Error when a root is not in the lock file, or is there for development only
 */
export function closure(packages, roots) {
  const found = new Set();
  const visit = (path, name, required) => {
    const at = resolve(packages, path, name);
    const entry = at && packages[at];
    if (!entry || entry.dev) {
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
