import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './settings.mjs';

const folders = ['libs', 'apps', 'examples'].flatMap((group) =>
  readdirSync(join(ROOT, group)).map((name) => `${group}/${name}`),
);

for (const file of ['tsconfig.json', 'tsconfig.build.json']) {
  test(`${file} knows every project`, () => {
    const { references } = JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
    const files = folders.map((folder) => `${folder}/${file}`);
    assert.deepEqual(
      references.map(({ path }) => path).sort(),
      files.filter((path) => existsSync(join(ROOT, path))).sort(),
    );
  });
}
