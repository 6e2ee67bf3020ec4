import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

/** The command to run in a folder with {@link jobMasterFiles}. */
export const JOB_MASTER_COMMAND = ['node', 'worker/job-master/main.js'];

/** Returns the folder of this library's compiled files, even when the library runs from its sources, as in tests. */
function builtFolder(): string {
  const here = join(__dirname, '..');
  return basename(here) === 'src' ? join(here, '..', 'dist') : here;
}

/**
 * Returns the job master as files, by path: this library as compiled, without its test support. The files need only
 * Node.js, so any node can run them, whatever language the job is written in.
 * @throws when the library has not been built
 */
export function jobMasterFiles(): ReadonlyMap<string, string> {
  const root = builtFolder();
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('testing'))
    .sort();
  return new Map([
    ['package.json', '{"private":true,"type":"commonjs"}\n'],
    ...paths.map((path) => [`worker/${path}`, readFileSync(join(root, path), 'utf8')] as const),
  ]);
}
