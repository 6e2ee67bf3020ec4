import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { bundle, licences, artifactVersion, manifest, pack, packableExamples } from './pack.mjs';
import { ROOT } from './settings.mjs';

test('links a job, our libraries and packages into one program that runs anywhere', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { code, packages } = bundle(join(ROOT, 'examples', 'sine-stream', 'src', 'main.ts'));
  writeFileSync(join(folder, 'main.js'), code);
  const { status, stderr } = spawnSync(process.execPath, ['main.js'], {
    cwd: folder,
    env: {},
    encoding: 'utf8',
  });
  // Started without its environment, the program names the missing variable, so all of it was loaded.
  assert.deepEqual([status, / is not set/.test(stderr)], [78, true], stderr);
  assert.ok(
    packages.some((path) => path.endsWith('/rxjs')),
    packages.join(),
  );
  assert.ok(!code.includes('dematerialize'), 'what nobody uses is left out');
});

test('a package without a licence is not packed silently', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'licence-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{"name":"lib","version":"1.0.0"}');
  assert.throws(() => licences([folder]), /lib has no licence file/);
  writeFileSync(join(folder, 'LICENSE'), 'Do what you like.\n');
  assert.equal(licences([folder]), 'lib 1.0.0\n\nDo what you like.\n');
});

test('the manifest states every field of every parameter', () => {
  assert.deepEqual(
    manifest({ a: { type: 'string', required: true }, b: { type: 'integer', default: 0, min: 0 } }),
    {
      command: ['node', 'main.js'],
      parameters: [
        { name: 'a', type: 'string', required: true, default: null, description: '' },
        { name: 'b', type: 'integer', required: false, default: 0, description: '', min: 0 },
      ],
    },
  );
});

test('the files of a batch job are placed once, and only replaced when they differ', async (t) => {
  const out = mkdtempSync(join(tmpdir(), 'artifacts-'));
  t.after(() => rmSync(out, { recursive: true, force: true }));
  const made = await pack('word-count-batch', out);
  const folder = join(out, `word-count-batch-${artifactVersion()}`);
  assert.deepEqual(
    made.map(({ path }) => path),
    readdirSync(folder).map((name) => join(folder, name)),
  );
  const [script, text] = made.map(({ path }) => path);
  assert.ok(statSync(script).mode & 0o100);
  const before = statSync(script).ino;
  writeFileSync(text, 'changed');
  const again = await pack('word-count-batch', out);
  assert.deepEqual(again, made);
  assert.equal(statSync(script).ino, before);
});

test('a job that needs no building is packed as it is', async (t) => {
  const out = mkdtempSync(join(tmpdir(), 'artifacts-'));
  t.after(() => rmSync(out, { recursive: true, force: true }));
  const [{ path }] = await pack('prime-search', out);
  assert.equal(path, join(out, `prime-search-${artifactVersion()}.zip`));
  const bytes = readFileSync(path);
  for (const name of ['main.mjs', 'worker.json']) assert.ok(bytes.includes(name), name);
  assert.ok(!bytes.includes('cluster.json'));
});

test('an unknown example is named, with the known ones', async () => {
  const names = await packableExamples();
  assert.ok(names.includes('sine-stream') && names.includes('word-count-batch'));
  await assert.rejects(pack('cosine', tmpdir()), {
    message: `example must be one of ${names.join(', ')}, not "cosine"`,
  });
});
