import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CLIENTS } from './clients.mjs';
import { ROOT } from './settings.mjs';

const BIN = join(ROOT, 'node_modules', '.bin');
const SAMPLE = /```ts\n(.*?)```/gs;
/** Compiler options of a strict project; libraries are checked, too. */
const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: 'es2022',
  outDir: 'out',
  types: [],
  rootDir: '.',
};
const NODE = { lib: ['es2023'], types: ['node'], typeRoots: [join(ROOT, 'node_modules', '@types')] };
const BROWSER = { lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'] };

const PROJECTS = {
  'CommonJS in Node.js': { type: 'commonjs', options: { ...NODE, module: 'commonjs' } },
  'CommonJS as Node.js 20 resolves it': { type: 'commonjs', options: { ...NODE, module: 'node20' } },
  'ESM in Node.js': { type: 'module', options: { ...NODE, module: 'nodenext' } },
  'ESM in browsers': {
    type: 'module',
    options: { ...BROWSER, module: 'esnext', moduleResolution: 'bundler' },
  },
};

describe('packages of the clients, installed in a project', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-client-packages-'));
  const run = (command, args, cwd) => {
    try {
      return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      throw new Error(`${command} ${args.join(' ')}:\n${error.stdout}\n${error.stderr}`, { cause: error });
    }
  };
  before(() => {
    const packed = CLIENTS.map(({ folder: source }) => {
      const [{ filename }] = JSON.parse(
        run('npm', ['pack', '--json', '--silent', '--pack-destination', folder], source),
      );
      return join(folder, filename);
    });
    writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true }');
    run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...packed], folder);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** The samples of the READMEs as modules of a project. */
  const samples = () =>
    CLIENTS.flatMap(({ key, folder: source }) =>
      [...readFileSync(join(source, 'README.md'), 'utf8').matchAll(SAMPLE)].map(([, text], index) => [
        `${key}-${index}`,
        text,
      ]),
    );

  it('have samples in their READMEs', () => {
    assert.ok(samples().length >= CLIENTS.length);
  });

  for (const [name, { type, options }] of Object.entries(PROJECTS)) {
    it(`compile and load the samples: ${name}`, () => {
      const project = join(folder, name.replaceAll(' ', '-'));
      mkdirSync(project);
      writeFileSync(join(project, 'package.json'), JSON.stringify({ type }));
      const tsconfig = { compilerOptions: { ...STRICT, ...options }, include: ['*.ts'] };
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(tsconfig));
      for (const [sample, text] of samples()) writeFileSync(join(project, `${sample}.ts`), text);
      run(join(BIN, 'tsc'), ['-p', '.'], project);
      for (const [sample] of samples()) {
        const load =
          type === 'module' ? `await import('./out/${sample}.js')` : `require('./out/${sample}.js')`;
        const inputType = type === 'module' ? 'module' : 'commonjs';
        run(
          'node',
          [`--input-type=${inputType}`, '-e', `if (Object.keys(${load}).length === 0) throw 1`],
          project,
        );
      }
    });
  }

  for (const [format, platform] of [
    ['esm', 'browser'],
    ['cjs', 'node'],
  ]) {
    it(`can be bundled: ${format} for ${platform}`, () => {
      const project = join(folder, `bundle-${format}`);
      mkdirSync(project);
      for (const [sample, text] of samples()) {
        writeFileSync(join(project, `${sample}.ts`), text);
        const out = `${sample}.${format === 'esm' ? 'mjs' : 'cjs'}`;
        const args = [
          '--bundle',
          `--format=${format}`,
          `--platform=${platform}`,
          `--outfile=${out}`,
          `${sample}.ts`,
        ];
        run(join(BIN, 'esbuild'), [...args, '--log-level=warning'], project);
        run(
          'node',
          ['-e', `import('./${out}').then((all) => { if (!Object.keys(all).length) process.exit(1); })`],
          project,
        );
      }
    });
  }

  it('have errors with status and body, whichever way they are loaded', () => {
    for (const [type, load] of [
      ['module', `await import('@portolan/client-jobs')`],
      ['commonjs', `require('@portolan/client-jobs')`],
    ]) {
      const program = `const { ApiError, createJobsClient, getJob } = ${load};
        const answer = () => Promise.resolve(Response.json({ message: 'no job' }, { status: 404 }));
        const client = createJobsClient({ baseUrl: 'http://jobs.example', fetch: answer });
        getJob({ client, path: { id: 'a' }, throwOnError: true }).catch((error) => {
          console.log(error instanceof ApiError, error instanceof Error, error.status, error.message);
        });`;
      const printed = run('node', [`--input-type=${type}`, '-e', program], folder);
      assert.equal(printed.trim(), 'true true 404 no job');
    }
  });
});
