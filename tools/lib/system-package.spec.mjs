import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT, installedHome } from './settings.mjs';
import { modulesOf } from './system-package.mjs';

test('finds the modules that a program imports, also later and in turn', () => {
  const files = {
    'tools/a.mjs': "import { b } from './lib/b.mjs';\nconst late = await import('./lib/c.mjs');",
    'tools/lib/b.mjs': "import { join } from 'node:path';\nexport { d } from '../d.mjs';",
    'tools/lib/c.mjs': "import './b.mjs';",
    'tools/d.mjs': '',
  };
  assert.deepEqual(
    modulesOf(['tools/a.mjs'], (file) => files[file]),
    Object.keys(files).sort(),
  );
});

test('finds only files that exist, and no test', () => {
  const found = modulesOf(['tools/start.mjs', 'tools/dev-issuer.mjs']);
  assert.ok(found.includes('tools/lib/dev-issuer-provider.mjs'));
  assert.ok(found.includes('tools/lib/startup.mjs'));
  assert.deepEqual(
    found.filter((file) => !existsSync(join(ROOT, file)) || file.includes('.spec.')),
    [],
  );
});

test('keeps the data of an installed system in the folder of the user', () => {
  assert.equal(installedHome({ XDG_DATA_HOME: '/data' }), '/data/portolan/dev');
  assert.equal(installedHome({ XDG_DATA_HOME: '/data', PORTOLAN_DEV_HOME: '/elsewhere' }), '/elsewhere');
});
