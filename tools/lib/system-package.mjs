/** The package `@portolan/system`: the built services, their packages, and the commands that start and stop them. */
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { currentBuild } from './build.mjs';
import { CONSOLE } from './services.mjs';
import { EXAMPLES } from './examples.mjs';
import { pack } from './pack.mjs';
import { copyPackages, copyServices } from './service-tree.mjs';
import { ROOT, SERVICES } from './settings.mjs';

/** The commands of `portolan dev`, and the programs that they start. */
const PROGRAMS = ['start', 'stop', 'reset', 'status', 'artifact-store', 'load-examples', 'dev-issuer'];
/** What the programs read beside the built services. */
const FILES = ['docker/servers.yaml', 'examples/recorded-cloud'];
/** The development issuer is no part of a service. */
const TOOL_PACKAGES = ['oidc-provider'];

/** Configuration of the build beside the definitions of an example. */
const BUILD_FILE = /^(package|project|tsconfig.*)\.json$/;

const RELATIVE_IMPORT = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/** Returns the files that modules import by relative paths, themselves included, as paths from the root. */
export function modulesOf(files, read = (file) => readFileSync(join(ROOT, file), 'utf8')) {
  const found = new Set();
  const visit = (file) => {
    if (found.has(file)) return;
    found.add(file);
    for (const [, path] of read(file).matchAll(RELATIVE_IMPORT)) visit(join(dirname(file), path));
  };
  files.forEach(visit);
  return [...found].sort();
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Names of the packages directly below a `node_modules`. */
const packagesIn = (folder) =>
  readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((one) => `${name}/${one}`) : [name],
  );

/** All packages come along, so that an installed system has the versions of the lock file, and needs no registry. */
function manifest(folder) {
  const names = packagesIn(join(folder, 'node_modules'));
  const versionOf = (name) => readJson(join(folder, 'node_modules', name, 'package.json')).version;
  const { version, license, engines } = readJson(join(ROOT, 'package.json'));
  return {
    name: '@portolan/system',
    version,
    description: 'The three services, for portolan dev start on one machine',
    license,
    engines: { node: engines.node },
    dependencies: Object.fromEntries(names.map((name) => [name, versionOf(name)])),
    bundleDependencies: names,
  };
}

/** The libraries are never installed one by one: npm must not look for what they need. */
function withoutDependencies(folder) {
  const file = join(folder, 'package.json');
  const { name, version, type, main, exports } = readJson(file);
  writeFileSync(file, JSON.stringify({ name, version, type, main, exports }));
}

/** Writes the content of the package into `folder`, which is emptied first. The workspace must be built. */
export async function stageSystem(folder) {
  rmSync(folder, { recursive: true, force: true });
  const { libraries } = copyServices(
    [...SERVICES, CONSOLE].map(({ app }) => app),
    folder,
  );
  copyPackages(TOOL_PACKAGES, folder, { dev: true });
  for (const name of libraries) withoutDependencies(join(folder, 'node_modules', name));
  const definitions = EXAMPLES.flatMap((name) =>
    readdirSync(join(ROOT, 'examples', name))
      .filter((file) => file.endsWith('.json') && !BUILD_FILE.test(file))
      .map((file) => join('examples', name, file)),
  );
  const modules = modulesOf(PROGRAMS.map((name) => join('tools', `${name}.mjs`)));
  for (const path of [...FILES, ...definitions, ...modules]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  }
  for (const name of EXAMPLES) await pack(name, join(folder, 'artifacts'));
  writeFileSync(join(folder, 'build'), currentBuild());
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(folder), null, 2)}\n`);
}
