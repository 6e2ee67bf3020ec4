import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { closure, importedPackages } from './service-tree.mjs';
import { ROOT } from './settings.mjs';

test('imports are found by literal, without Node’s own modules and relative paths', () => {
  const text = `const a = require("@nestjs/common"); const b = require("./c"); require('node:fs'); require("path");
    const later = () => Promise.resolve().then(() => __importStar(require("@aws-sdk/client-ec2/dist")));
    await import('jose');`;
  assert.deepEqual(importedPackages(text), ['@nestjs/common', '@aws-sdk/client-ec2', 'jose']);
});

const packages = {
  'node_modules/a': { dependencies: { b: '1' }, peerDependencies: { driver: '1', absent: '1' } },
  'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
  'node_modules/b': {},
  'node_modules/c': { dependencies: { a: '1' } },
  'node_modules/driver': {},
  'node_modules/tool': { dev: true },
  'node_modules/unused': {},
};

test('the nearest version of a package is taken, as Node finds it', () => {
  assert.deepEqual(closure(packages, ['a']), [
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
    'node_modules/driver',
  ]);
});

test('an import that is no dependency, or one for development only, is an error that names it', () => {
  assert.throws(() => closure(packages, ['absent']), /absent is imported/);
  assert.throws(() => closure(packages, ['tool']), /tool is imported/);
});

test('the image is built with every library of the workspace installed', () => {
  const dockerfile = readFileSync(join(ROOT, 'docker', 'Dockerfile'), 'utf8');
  const libraries = readdirSync(join(ROOT, 'libs')).filter((name) =>
    existsSync(join(ROOT, 'libs', name, 'package.json')),
  );
  for (const name of libraries)
    assert.match(dockerfile, new RegExp(`^COPY libs/${name}/package.json libs/${name}/$`, 'm'));
});
