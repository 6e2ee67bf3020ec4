/** Links a job's program into one file (esbuild), and collects the licences of what is in it. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { load } from './packages.mjs';
import { ROOT } from './settings.mjs';

/** The folder of the npm package that a file belongs to. */
function packageOf(file) {
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  return folder ?? null;
}

/**
 * Links the program whose main file is `entry`, from the sources of our libraries; what nobody uses is left out,
 * which saves megabytes of memory in every worker process.
 *
 * @returns `code`: one CommonJS file that needs Node.js only; `packages`: folders of the npm packages in it
 */
export function bundle(entry) {
  const { outputFiles, metafile } = load('esbuild').buildSync({
    entryPoints: [entry],
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    // Not `node`: that condition leads to packages' CommonJS builds, of which nothing can be left out.
    platform: 'neutral',
    external: ['node:*'],
    target: 'node20.19',
    format: 'cjs',
    conditions: ['@portolan/source', 'es2015'],
    mainFields: ['module', 'main'],
    legalComments: 'none',
    logLevel: 'silent',
    outfile: 'main.js',
  });
  const packages = Object.keys(metafile.inputs).map((file) => packageOf(join(ROOT, file)));
  return { code: outputFiles[0].text, packages: [...new Set(packages.filter(Boolean))].sort() };
}

/** The licences of packages, one after the other. */
export function licences(packages) {
  return packages
    .map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const file = ['LICENSE', 'LICENSE.txt', 'LICENSE.md'].map((each) => join(folder, each));
      const text = file.map((path) => tryRead(path)).find(Boolean);
      if (!text) throw new Error(`${name} has no licence file in ${dirname(file[0])}`);
      return `${name} ${version}\n\n${text.trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function tryRead(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
