import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

/** What to run in a folder that holds {@link jobMasterFiles}. */
export const JOB_MASTER_COMMAND = ['node', 'worker/job-master/main.js'];

/** Where this library's compiled files are, also when it runs from its sources, as tests do. */
function builtFolder(): string {
  const here = join(__dirname, '..');
  return basename(here) === 'src' ? join(here, '..', 'dist') : here;
}

/**
 * The job master as files, by path: this library as it was compiled, without what tests use. It needs Node.js and
 * nothing else, so whoever runs jobs can hand it to a node as it is, whatever the jobs are written in.
 *
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
