/** Builds all libs and apps, and skips it when no source has changed since the last build. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './commands.mjs';
import { Failure, indented, step } from './console.mjs';
import { withLock } from './lock.mjs';
import { IS_CHECKOUT, ROOT, SERVICES, paths } from './settings.mjs';

const SKIPPED = new Set(['node_modules', 'dist', '.out-spec', 'test', 'recorded-cloud', 'coverage']);
const PROJECTS = 'tsconfig.build.json';
const SOURCES = ['libs', 'apps', 'examples', 'package-lock.json', PROJECTS, 'tsconfig.base.json'];
/** In an installed system a file of the package. */
const STAMP = IS_CHECKOUT ? join(paths.stamps, 'build') : join(ROOT, 'build');
export const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

function addSources(hash, path) {
  const stats = statSync(join(ROOT, path), { throwIfNoEntry: false });
  if (!stats) return;
  if (stats.isDirectory()) {
    for (const name of readdirSync(join(ROOT, path)).sort())
      if (!SKIPPED.has(name) && !name.endsWith('.tsbuildinfo')) addSources(hash, join(path, name));
  } else if (!path.endsWith('.spec.ts') && !path.endsWith('.md'))
    hash.update(`${path}\0${stats.size}\0${stats.mtimeMs}\n`);
}

function sourcesStamp() {
  const hash = createHash('sha256');
  for (const path of SOURCES) addSources(hash, path);
  return hash.digest('hex');
}

/**
 * Returns the path of a built program of an app (`main`, `migrate`) from the root. dist/ mirrors src/ and the migrations beside
 * it.
 */
export const programOf = (app, name) => join('apps', app, 'dist', 'src', `${name}.js`);

const missingPrograms = () =>
  SERVICES.flatMap(({ app }) => ['main', 'migrate'].map((name) => programOf(app, name))).filter(
    (file) => !existsSync(join(ROOT, file)),
  );

/** The page of the console, which Vite builds. */
const PAGE = join('apps', 'console', 'dist', 'web', 'index.html');
const BUNDLER = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');

async function bundleConsole(progress) {
  progress('apps/console');
  const options = ['build', 'apps/console', '--logLevel', 'warn'];
  const { code, tail } = await run(process.execPath, [BUNDLER, ...options], { cwd: ROOT });
  if (code !== 0) throw new Failure(`the build of the console failed:\n${indented(tail)}`);
}

/** Identifies the last build: changes with every build. */
export const currentBuild = () => lastStamp().slice(0, 12);

const lastStamp = () => (existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '');

async function compile(progress, ...options) {
  const { code, tail } = await run(process.execPath, [TSC, '-b', PROJECTS, '--verbose', ...options], {
    cwd: ROOT,
    onLine: (line) => {
      const project = /Building project '(?:.*\/)?((?:libs|apps|examples)\/[^/']+)/.exec(line)?.[1];
      if (project) progress(project);
    },
  });
  if (code === 0) return;
  const errors = tail.filter((line) => line.includes('error TS'));
  throw new Failure(`the build failed:\n${indented(errors.length ? errors.slice(0, 15) : tail)}`);
}

const isBuilt = (stamp) =>
  lastStamp() === stamp && missingPrograms().length === 0 && existsSync(join(ROOT, PAGE));

/** Builds changed sources of a checkout. Concurrent commands build once. */
export async function ensureBuild() {
  if (!IS_CHECKOUT || isBuilt(sourcesStamp())) return;
  await withLock('build', async () => {
    const stamp = sourcesStamp();
    if (isBuilt(stamp)) return;
    await step('Building', async (progress) => {
      await compile(progress);
      // Detects outputs removed by hand, which the compiler does not check.
      if (missingPrograms().length > 0) await compile(progress, '--force');
      if (missingPrograms().length > 0)
        throw new Failure(`the build did not produce ${missingPrograms().join(', ')}`);
      await bundleConsole(progress);
    });
    mkdirSync(paths.stamps, { recursive: true });
    writeFileSync(STAMP, stamp);
  });
}
