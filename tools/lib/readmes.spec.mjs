import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './settings.mjs';

const listed = execFileSync(
  'git',
  ['ls-files', 'apps/*/README.md', 'libs/*/README.md', 'docs/architecture.md'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
);
const pages = listed.trim().split('\n');
const textOf = (page) => readFileSync(join(ROOT, page), 'utf8');

/** The files and folders that a text names: `src/query`, `libs/node/src`, `owner/fair-order.ts`. */
const namedPaths = (text) =>
  [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\/?)`/g)]
    .map(([, path]) => path)
    .filter((path) => /^(?:apps|libs|src)\//.test(path) || /\.tsx?$/.test(path));

const isThere = (page, path) =>
  [dirname(page), join(dirname(page), 'src'), '.'].some((from) => existsSync(join(ROOT, from, path)));

/** The sections in the first column of the table under the heading, sorted. */
function indexedSections(text) {
  const index = text.split(/^## Where the rules are$/m)[1]?.split(/^## /m)[0] ?? '';
  return [...index.matchAll(/^\| ([A-Z]+(?:, [A-Z]+)*) +\|/gm)]
    .flatMap(([, names]) => names.split(', '))
    .sort();
}

/** The sections of the ids of a contract, sorted: `JOB` of V3-JOB-1. */
const sectionsOf = (contract) =>
  [...new Set([...contract.matchAll(/^- \*\*V\d-([A-Z]+)-\d+\*\*/gm)].map(([, section]) => section))].sort();

test('every file and folder that a README of an app or library names exists', () => {
  assert.deepEqual(namedPaths('`src/a`, `owner/b.ts`, `/api/v3`, `c.ts`'), ['src/a', 'owner/b.ts']);
  const missing = pages.flatMap((page) =>
    namedPaths(textOf(page))
      .filter((path) => !isThere(page, path))
      .map((path) => `${page}: ${path}`),
  );
  assert.deepEqual(missing, []);
});

test('the README of each service has a row for every folder of its sources', () => {
  const missing = ['history-query', 'job-orchestration', 'streaming-control'].flatMap((app) => {
    const rows = [...textOf(`apps/${app}/README.md`).matchAll(/^\| `(src\/[\w-]+)` +\|/gm)].map(
      ([, path]) => path,
    );
    return readdirSync(join(ROOT, 'apps', app, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !rows.includes(`src/${entry.name}`))
      .map(({ name }) => `${app}: src/${name}`);
  });
  assert.deepEqual(missing, []);
});

for (const [app, contract] of [
  ['history-query', 'history'],
  ['job-orchestration', 'jobs'],
  ['streaming-control', 'streams'],
])
  test(`the README of ${app} says where the rules of every section of its contract are`, () => {
    const sections = sectionsOf(textOf(`docs/contract/${contract}.md`));
    assert.ok(sections.length > 10);
    assert.deepEqual(indexedSections(textOf(`apps/${app}/README.md`)), sections);
  });
