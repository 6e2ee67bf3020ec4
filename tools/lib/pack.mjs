/** Builds artifacts of the examples: a zip of a streaming job, bundled or unchanged, or the plain files of a batch job. */
import { existsSync, readFileSync, createWriteStream } from 'node:fs';
import { chmod, copyFile, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { oneOf } from './command.mjs';
import { runOrFail } from './commands.mjs';
import { TSC } from './build.mjs';
import { load } from './packages.mjs';
import { ROOT } from './settings.mjs';
import { makeFolder, tryRead } from './files.mjs';

/** The version of every artifact: that of the repository. */
export const artifactVersion = () => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;

/** Names of the examples that can be packed, in alphabetical order. */
export const packableExamples = async () =>
  (await readdir(join(ROOT, 'examples'))).filter((name) => kindOf(name)).sort();

const inExample = (name, ...path) => join(ROOT, 'examples', name, ...path);

/** Returns the packing function of an example, by the file that identifies its kind; undefined for other folders. */
const kindOf = (name) =>
  [
    { file: join('src', 'main.ts'), make: packStreaming },
    { file: 'worker.json', make: packPlain },
    { file: 'job-request.json', make: packBatch },
  ].find(({ file }) => existsSync(inExample(name, file)));

const RULES = ['min', 'max', 'oneOf', 'pattern'];

/** Returns the `worker.json` of a job, by which a node starts it. @param parameters definitions by name */
export function manifest(parameters) {
  const described = Object.entries(parameters).map(([name, definition]) => ({
    name,
    type: definition.type,
    required: definition.required ?? false,
    default: definition.default ?? null,
    description: definition.description ?? '',
    ...Object.fromEntries(Object.entries(definition).filter(([rule]) => RULES.includes(rule))),
  }));
  return { command: ['node', 'main.js'], parameters: described };
}

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

async function packStreaming(name, version, out) {
  const projects = inExample(name, 'tsconfig.build.json');
  await runOrFail(`compiling ${name}`, process.execPath, [TSC, '-b', projects], { cwd: ROOT });
  const { job } = load(inExample(name, 'dist', 'job.js'));
  const { code, packages } = bundle(inExample(name, 'src', 'main.ts'));
  const path = join(out, `${name}-${version}.zip`);
  await place(path, (temporary) =>
    writeZip(temporary, {
      'main.js': code,
      // The program stays CommonJS in any surrounding folder.
      'package.json': json({ name, version, private: true, type: 'commonjs' }),
      'worker.json': json(manifest(job.parameters)),
      'LICENCES.txt': licences(packages),
    }),
  );
  return [path];
}

/** Packs a job without a build step: its `worker.json` and the programs beside it. */
async function packPlain(name, version, out) {
  const files = (await readdir(inExample(name))).filter((file) =>
    /^worker\.json$|\.(mjs|cjs|js|py|sh)$/.test(file),
  );
  const texts = files.map((file) => [file, readFileSync(inExample(name, file), 'utf8')]);
  const path = join(out, `${name}-${version}.zip`);
  await place(path, (temporary) => writeZip(temporary, Object.fromEntries(texts)));
  return [path];
}

/** Replaces a file atomically, because nodes may fetch it. An equal file stays unchanged, so that caches stay valid. */
async function place(path, make) {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await make(temporary);
    const old = await readFile(path).catch(() => null);
    if (!old?.equals(await readFile(temporary))) await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function packBatch(name, version, out) {
  const folder = join(out, `${name}-${version}`);
  makeFolder(folder);
  const files = (await readdir(inExample(name, 'files'))).sort();
  for (const file of files) {
    const source = inExample(name, 'files', file);
    await place(join(folder, file), async (temporary) => {
      await copyFile(source, temporary);
      await chmod(temporary, (await stat(source)).mode);
    });
  }
  return files.map((file) => join(folder, file));
}

/** Packs one example into `out`. @returns the files, with their sizes in bytes */
export async function pack(name, out) {
  oneOf('example', name, await packableExamples());
  makeFolder(out);
  const paths = await kindOf(name).make(name, artifactVersion(), out);
  return Promise.all(paths.map(async (path) => ({ path, size: (await stat(path)).size })));
}

function packageOf(file) {
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  return folder ?? null;
}

/** Bundles a program from our sources without unused code. @returns `code` (CommonJS), `packages`: folders of those in it */
export function bundle(entry) {
  const { outputFiles, metafile } = load('esbuild').buildSync({
    entryPoints: [entry],
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    // Without `node`: that condition selects CommonJS builds, whose unused code cannot be removed.
    platform: 'neutral',
    external: ['node:*'],
    target: 'node20.19',
    format: 'cjs',
    conditions: ['@portolan/source', 'es2015'],
    mainFields: ['module', 'main'],
    // Fields may use parameters of the constructor, as with the compiler's settings.
    tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
    legalComments: 'none',
    logLevel: 'silent',
    outfile: 'main.js',
  });
  const packages = Object.keys(metafile.inputs).map((file) => packageOf(join(ROOT, file)));
  return { code: outputFiles[0].text, packages: [...new Set(packages.filter(Boolean))].sort() };
}

/** The licences of packages, one after the other. */
export const licences = (packages) =>
  packages
    .map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const file = ['LICENSE', 'LICENSE.txt', 'LICENSE.md'].map((each) => join(folder, each));
      const text = file.map((path) => tryRead(path)).find(Boolean);
      if (!text) throw new Error(`${name} has no licence file in ${dirname(file[0])}`);
      return `${name} ${version}\n\n${text.trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);

/** The time of every entry: the earliest of the format, in local time, because the format stores no zone. */
const EPOCH = new Date(1980, 0, 1);

/** Writes `entries` (name → text), in order of their names. */
export async function writeZip(path, entries) {
  const { ZipFile } = load('yazl');
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)))
    zip.addBuffer(Buffer.from(text), name, { mtime: EPOCH, forceDosTimestamp: true, mode: 0o100644 });
  zip.end();
  await finished(zip.outputStream.pipe(createWriteStream(path)));
}
