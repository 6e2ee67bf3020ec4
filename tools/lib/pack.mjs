/** Makes artifacts of the examples: a zip of a streaming job, linked or as it is, or the plain files of a batch job. */
import { chmod, copyFile, mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { run } from './commands.mjs';
import { Failure } from './console.mjs';
import { bundle, licences } from './pack-bundle.mjs';
import { writeZip } from './pack-zip.mjs';
import { load } from './packages.mjs';
import { ROOT } from './settings.mjs';

const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

/** The version of every artifact: the repository's. */
export const artifactVersion = () => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;

/** Names of the examples that can be packed, in alphabetical order. */
export async function packableExamples() {
  const names = await readdir(join(ROOT, 'examples'));
  return names.filter((name) => kindOf(name)).sort();
}

const inExample = (name, ...path) => join(ROOT, 'examples', name, ...path);

/** How an example is packed, by the file that shows its kind; undefined for a folder that is not packed. */
const kindOf = (name) =>
  [
    { file: join('src', 'main.ts'), make: packStreaming },
    { file: 'worker.json', make: packPlain },
    { file: 'job-request.json', make: packBatch },
  ].find(({ file }) => existsSync(inExample(name, file)));

async function compile(name) {
  const { code, tail } = await run(process.execPath, [TSC, '-b', inExample(name, 'tsconfig.build.json')], {
    cwd: ROOT,
  });
  if (code !== 0) throw new Failure(`${name} does not compile:\n${tail.slice(-15).join('\n')}`);
}

/**
 * What the node needs to start the job. Its parameters come from the job itself, so they are written down once.
 * @param parameters definitions by name, as the job gives them to the runtime
 */
export function manifest(parameters) {
  return {
    command: ['node', 'main.js'],
    parameters: Object.entries(parameters).map(([name, definition]) => ({
      name,
      type: definition.type,
      required: definition.required ?? false,
      default: definition.default ?? null,
      description: definition.description ?? '',
      ...Object.fromEntries(
        ['min', 'max', 'oneOf', 'pattern']
          .filter((rule) => definition[rule] !== undefined)
          .map((rule) => [rule, definition[rule]]),
      ),
    })),
  };
}

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

async function packStreaming(name, version, out) {
  await compile(name);
  const { job } = load(inExample(name, 'dist', 'job.js'));
  const { code, packages } = bundle(inExample(name, 'src', 'main.ts'));
  const path = join(out, `${name}-${version}.zip`);
  await place(path, (temporary) =>
    writeZip(temporary, {
      'main.js': code,
      // Whatever surrounds the folder it is unpacked in, the program stays CommonJS.
      'package.json': json({ name, version, private: true, type: 'commonjs' }),
      'worker.json': json(manifest(job.parameters)),
      'LICENCES.txt': licences(packages),
    }),
  );
  return [path];
}

/** A job that needs no building: its `worker.json` and the programs beside it. */
async function packPlain(name, version, out) {
  const files = (await readdir(inExample(name))).filter((file) =>
    /^worker\.json$|\.(mjs|cjs|js|py|sh)$/.test(file),
  );
  const texts = files.map((file) => [file, readFileSync(inExample(name, file), 'utf8')]);
  const path = join(out, `${name}-${version}.zip`);
  await place(path, (temporary) => writeZip(temporary, Object.fromEntries(texts)));
  return [path];
}

/**
 * Makes a file beside `path` and moves it there: a node that is fetching it sees the old one or the new one, never a
 * half. A file that would not change is left alone, so that caches of it stay good.
 */
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
  await mkdir(folder, { recursive: true });
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

/**
 * Packs one example into `out`.
 * @returns the files that were made, with their sizes in bytes
 */
export async function pack(name, out) {
  const names = await packableExamples();
  if (!names.includes(name))
    throw new Failure(`there is no example "${name}"; there are ${names.join(', ')}`);
  await mkdir(out, { recursive: true });
  const paths = await kindOf(name).make(name, artifactVersion(), out);
  return Promise.all(paths.map(async (path) => ({ path, size: (await stat(path)).size })));
}
