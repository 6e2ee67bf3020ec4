import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { bundle, licences } from './pack-bundle.mjs';
import { artifactVersion, manifest, pack, packableExamples } from './pack.mjs';

const passOn = (variable, request, ...names) =>
  `var ${variable} = require("${request}");\n${names
    .map(
      (name) =>
        `Object.defineProperty(exports, "${name}", { enumerable: true, get: function () { return ${variable}.${name}; } });\n`,
    )
    .join('')}`;

/** Writes a program of several files, links it, runs the result in another place. */
function linkAndRun(t, files) {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const made = bundle(join(folder, 'main.js'));
  rmSync(folder, { recursive: true });
  const { stdout, stderr } = spawnSync(process.execPath, ['-'], { input: made.code, encoding: 'utf8' });
  return { ...made, folder, output: stdout.trim(), stderr };
}

test('links modules, packages and modules of Node.js into one program', (t) => {
  const { output, packages, folder } = linkAndRun(t, {
    'main.js':
      'const path = require("node:path");\nconst a = require("./a");\nconsole.log(path.basename("/x/y"), a.value);\n//# sourceMappingURL=main.js.map',
    'a.js': 'exports.value = require("lib") + 1;',
    'node_modules/lib/package.json': '{"name":"lib","version":"1.0.0","main":"index.js"}',
    'node_modules/lib/index.js': 'module.exports = 41;',
  });
  assert.equal(output, 'y 42');
  assert.deepEqual(packages, [join(folder, 'node_modules', 'lib')]);
});

test('leaves out what a module only passes on and nobody uses', (t) => {
  const { output, code } = linkAndRun(t, {
    'main.js': 'const all_1 = require("./all");\nconsole.log((0, all_1.one)());\n',
    'all.js': passOn('one_1', './one', 'one') + passOn('two_1', './two', 'two', 'three'),
    'one.js': 'exports.one = () => "just one";',
    'two.js': 'exports.two = "unused"; exports.three = "unused";',
  });
  assert.equal(output, 'just one');
  assert.ok(!code.includes('unused'));
});

test('keeps everything that is passed on when a module is used as a whole, or by more than one', (t) => {
  const { output } = linkAndRun(t, {
    'main.js':
      'const all = require("./all");\nconst b = require("./b");\nconsole.log(Object.keys(all).join(), b);\n',
    'b.js': 'const all_1 = require("./all");\nmodule.exports = all_1.two;\n',
    'all.js': passOn('one_1', './one', 'one') + passOn('two_1', './two', 'two'),
    'one.js': 'exports.one = 1;',
    'two.js': 'exports.two = 2;',
  });
  assert.equal(output, 'one,two 2');
});

test('modules that require each other see each other as in Node.js, each once', (t) => {
  const { output } = linkAndRun(t, {
    'main.js': 'const a = require("./a");\nrequire("./b");\nconsole.log(a.name, a.seen, global.runs);',
    'a.js': 'global.runs = (global.runs ?? 0) + 1;\nexports.name = "a";\nexports.seen = require("./b").saw;',
    'b.js': 'exports.saw = require("./a").name;',
  });
  assert.equal(output, 'a a 1');
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
  assert.deepEqual(manifest({ a: { type: 'string', required: true }, b: { type: 'integer', default: 0 } }), {
    command: ['node', 'main.js'],
    parameters: [
      { name: 'a', type: 'string', required: true, default: null, description: '' },
      { name: 'b', type: 'integer', required: false, default: 0, description: '' },
    ],
  });
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

test('an example that is not there is named, with those that are', async () => {
  const names = await packableExamples();
  assert.ok(names.includes('sine-stream') && names.includes('word-count-batch'));
  await assert.rejects(pack('cosine', tmpdir()), {
    message: `there is no example "cosine"; there are ${names.join(', ')}`,
  });
});
