import { readFileSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { main } from './lib/command.mjs';
import { Failure, dim, green, say } from './lib/console.mjs';
import { compare } from './lib/contract.mjs';
import { ROOT } from './lib/settings.mjs';

const SKIPPED = new Set(['node_modules', 'dist', '.out-spec', 'coverage']);

const testFiles = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : testFiles(path);
    if (!/\.spec\.(ts|mjs)$/.test(entry.name)) return [];
    return [{ path: relative(ROOT, path), source: readFileSync(path, 'utf8') }];
  });

function documents() {
  const folder = join(ROOT, 'docs', 'contract');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((name) => ({ name: basename(name, '.md'), markdown: readFileSync(join(folder, name), 'utf8') }));
}

const tests = () =>
  ['apps', 'libs', 'examples', join('tools', 'lanes')].flatMap((folder) => testFiles(join(ROOT, folder)));
const unproven = ({ promises }) => promises.filter(({ provenBy }) => provenBy.length === 0);

function print(result, list) {
  for (const document of result.documents) {
    const open = unproven(document).length;
    const [proven, left] = [document.promises.length - open, open].map((count) => String(count).padStart(4));
    say(`${document.name.padEnd(10)} ${proven} proven ${left} not yet`);
    if (!list) continue;
    for (const { id, text, provenBy } of document.promises)
      say(`  ${provenBy.length ? green('proven ') : 'not yet'} ${id} ${text} ${dim(provenBy.join(', '))}`);
  }
}

function faults(result, checked) {
  const wanted = result.documents.filter(({ name }) => checked.includes(name));
  return [
    ...checked
      .filter((name) => !wanted.some((document) => document.name === name))
      .map((name) => `there is no docs/contract/${name}.md`),
    ...result.duplicates.map((id) => `${id} is listed twice`),
    ...result.unknown.map(
      ({ id, files }) => `${id} is named in ${files.join(', ')}, but no document lists it`,
    ),
    ...wanted.flatMap((document) =>
      unproven(document).map(({ id, text }) => `${document.name}: no test proves ${id} ${text}`),
    ),
  ];
}

const COMMAND = {
  usage: 'npm run contract',
  about:
    'Counts the promises of docs/contract that tests prove; fails on ids that are unknown or listed twice.',
  options: {
    list: { about: 'names every promise and its tests' },
    check: {
      value: 'DOCUMENT',
      multiple: true,
      default: [],
      about: 'cli, console, history, jobs, python or streams: fails on unproven promises, too',
    },
  },
};

await main(COMMAND, ({ values }) => {
  const result = compare(documents(), tests());
  print(result, values.list);
  const checked = values.check.map((name) => basename(name, '.md'));
  const found = faults(result, checked);
  if (found.length > 0) throw new Failure(found.join('\n       '));
});
