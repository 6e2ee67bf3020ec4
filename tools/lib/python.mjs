/** Python programs from PyPI in virtual environments outside of the checkout, so that a new checkout finds them. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync, mkdtempSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, runOrFail } from './commands.mjs';
import { ROOT } from './settings.mjs';

/** The generator of the Python client, and the formatter that it needs. */
export const GENERATOR_PACKAGES = ['openapi-python-client==0.29.1', 'ruff==0.17.6'];

const [MAJOR, MINOR] = [3, 11];
const CHECK = `import ensurepip, sys, venv; sys.exit(sys.version_info < (${MAJOR}, ${MINOR}))`;

/** Returns why this machine cannot run Python programs of PyPI, or undefined. */
export function whyNoPython() {
  const python = findProgram('python3');
  if (python === null) return 'it needs python3';
  const { status } = spawnSync(python, ['-c', CHECK], { stdio: 'ignore' });
  return status === 0
    ? undefined
    : `it needs Python ${MAJOR}.${MINOR} with the module venv (Debian: python3-venv)`;
}

/** The folder of programs that the lanes download. */
export const downloads = () => join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'portolan');

/** Returns the folder of programs of an environment with these packages. @param packages exact versions: `ruff==0.14.6` */
export async function pythonPrograms(packages) {
  const python = findProgram('python3');
  const name = createHash('sha256')
    .update(JSON.stringify([python, packages]))
    .digest('hex')
    .slice(0, 16);
  const folder = join(downloads(), 'python', name);
  const complete = join(folder, 'complete');
  if (!existsSync(complete)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await runOrFail('creating a Python environment', python, ['-m', 'venv', folder]);
    const pip = join(folder, 'bin', 'pip');
    await runOrFail('installing Python packages', pip, ['install', '--quiet', ...packages]);
    writeFileSync(complete, '');
  }
  return join(folder, 'bin');
}

/** The folder of the Python package. */
export const PYTHON_CLIENT = join(ROOT, 'clients', 'python');

/** Returns the folder of the generated code of a service. @param {string} key as in `SERVICES` */
export const generatedPython = (key) => join(PYTHON_CLIENT, 'src', 'portolan', key);

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
const STREAM = 'text/event-stream';

/** True when a generated function can return what the operation answers; hand-written functions exist for the others. */
function isGenerated(path, { deprecated, responses }) {
  if (deprecated || path.includes('{path}')) return false;
  const contents = Object.values(responses).map(({ content }) => Object.keys(content ?? {}));
  return (
    Object.keys(responses).length > 0 && !contents.some((types) => types.length === 1 && types[0] === STREAM)
  );
}

/** Reduces an operation to successful answers without events: errors are exceptions, raised for all operations in one place. */
function reduced({ security: _transportAuthenticates, ...operation }) {
  const isSuccess = ([status]) => /^20\d$/.test(status);
  const responses = Object.fromEntries(Object.entries(operation.responses).filter(isSuccess));
  for (const { content } of Object.values(responses))
    if (content && Object.keys(content).length > 1) delete content[STREAM];
  // Attachments are sent by `Jobs.submit`, which streams files.
  const bodies = operation.requestBody?.content ?? {};
  if (Object.keys(bodies).length > 1) delete bodies['multipart/form-data'];
  return { ...operation, responses };
}

/** Returns the part of a document that Python code is generated from. */
function forPython(document) {
  const { security: _transportAuthenticates, ...copy } = structuredClone(document);
  for (const [path, item] of Object.entries(copy.paths)) {
    for (const method of METHODS.filter((name) => item[name])) {
      const operation = reduced(item[method]);
      if (isGenerated(path, operation)) item[method] = operation;
      else delete item[method];
    }
  }
  return copy;
}

/** Sorts and formats in the same way in every folder. */
const hooksOf = (programs) =>
  ['check . --fix-only --select F,I,UP', 'format .'].map(
    (work) =>
      `${join(programs, 'ruff')} ${work} --isolated --no-cache --quiet --line-length 115 --target-version py311`,
  );

/** Generates the code of a service. @param folder is replaced */
export async function generatePython({ key }, document, folder) {
  const programs = await pythonPrograms(GENERATOR_PACKAGES);
  const scratch = mkdtempSync(join(tmpdir(), 'portolan-python-'));
  try {
    const [source, config] = [join(scratch, 'openapi.json'), join(scratch, 'config.json')];
    writeFileSync(source, JSON.stringify(forPython(document)));
    writeFileSync(config, JSON.stringify({ package_name_override: key, post_hooks: hooksOf(programs) }));
    rmSync(folder, { recursive: true, force: true });
    await runOrFail(`generating the Python client of ${key}`, join(programs, 'openapi-python-client'), [
      ...['generate', '--path', source, '--config', config, '--meta', 'none', '--output-path', folder],
      ...['--custom-template-path', join(PYTHON_CLIENT, 'templates'), '--fail-on-warning'],
    ]);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
