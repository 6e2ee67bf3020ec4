import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './settings.mjs';

const listed = execFileSync('git', ['ls-files', 'apps', 'libs', 'tools'], { cwd: ROOT, encoding: 'utf8' });
const sources = listed
  .split('\n')
  .filter((path) => /\.(ts|mjs)$/.test(path) && !/\.spec\.|\/(test|testing|generated)\//.test(path));

/** The exported classes of each source file: `{path, name}`. */
const classes = sources.flatMap((path) => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(/^export (?:abstract )?class (\w+)/gm)].map(([, name]) => ({ path, name }));
});

/** `job-status.service` → `JobStatusService` */
const classOf = (file) => file.replace(/(?:^|[-.])(\w)/g, (_, letter) => letter.toUpperCase());

test('no two exported classes have the same name', () => {
  const names = classes.map(({ name }) => name);
  const isRepeated = ({ name }) => names.indexOf(name) !== names.lastIndexOf(name);
  assert.deepEqual(classes.filter(isRepeated), []);
});

test('services, gateways and read models have the name of their file', () => {
  const files = sources.filter((path) => /\.(service|gateway|read-model)\.ts$/.test(path));
  const misnamed = files.filter((path) => {
    const wanted = classOf(basename(path, '.ts'));
    return !classes.some((one) => one.path === path && one.name === wanted);
  });
  assert.deepEqual(misnamed, []);
});
