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
    // The build also makes the CommonJS form of the clients.
    const names = file === 'tsconfig.build.json' ? [file, 'tsconfig.cjs.json'] : [file];
    const files = folders.flatMap((folder) => names.map((name) => `${folder}/${name}`));
    assert.deepEqual(
      references.map(({ path }) => path).sort(),
      files.filter((path) => existsSync(join(ROOT, path))).sort(),
    );
  });
}

test('every program that tools and benchmarks start has a source', () => {
  const calls = ['tools', 'bench'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true })
      .filter((file) => file.endsWith('.mjs'))
      .flatMap((file) => {
        const text = readFileSync(join(ROOT, folder, file), 'utf8');
        return [...text.matchAll(/programOf\('([^']+)', '([^']+)'\)/g)];
      }),
  );
  assert.notEqual(calls.length, 0);
  for (const [, app, name] of calls)
    assert.ok(existsSync(join(ROOT, 'apps', app, 'src', `${name}.ts`)), `${app}: ${name}`);
});
