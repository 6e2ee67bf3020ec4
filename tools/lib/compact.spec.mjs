import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { ON_DEMAND } from '../compact/on-demand.mjs';
import { rewritten } from '../compact/rewrites.mjs';
import { compactText, isCompact } from './compact.mjs';
import { ROOT, SERVICES, nodeArguments } from './settings.mjs';

const COMPACT = join(ROOT, 'dist', 'compact');
const onDemand = () => JSON.parse(readFileSync(join(COMPACT, 'on-demand.json'), 'utf8'));

/** What a script prints as JSON, in a process with compact packages or without them. */
function answerOf(script, flags = nodeArguments({})) {
  return JSON.parse(
    execFileSync(process.execPath, [...flags, '-e', script], { cwd: ROOT, encoding: 'utf8' }),
  );
}

test('a compact text says the same, with its names, in ASCII', async () => {
  const text = `'use strict';
    // A comment that says “much”.
    class Named { static of(value) { return /^[ß-Ω]+$/u.test(value) ? \`ja, \${value}…\` : 'nein 😀'; } }
    module.exports = Named;`;
  const compact = await compactText(text);
  assert.match(compact, /^[\0-\x7f]+$/);
  assert.ok(!compact.includes('comment'));
  const [plain, short] = [text, compact].map((each) => {
    const module = { exports: undefined };
    new Function('module', each)(module);
    return module.exports;
  });
  assert.equal(short.name, 'Named');
  for (const value of ['ä', 'a', 'Ωmega']) assert.equal(short.of(value), plain.of(value));
});

test('a rewrite that does not fit its package any more stops the build', () => {
  const path = '@nestjs/common/services/logger.service.js';
  const text = readFileSync(join(ROOT, 'node_modules', path), 'utf8');
  assert.match(rewritten(path, text), /format: \(date\) => new Intl/);
  assert.throws(() => rewritten(path, 'other'), /does not fit @nestjs/);
  assert.equal(rewritten('another/index.js', 'other'), 'other');
});

test('every pattern of modules on demand finds some that services load', () => {
  assert.ok(isCompact());
  for (const pattern of ON_DEMAND)
    assert.ok(
      onDemand().some((path) => pattern.test(path)),
      String(pattern),
    );
});

test('what is loaded on demand has the members that it has otherwise', () => {
  const members = `const { join } = require('node:path'); const paths = ${JSON.stringify(onDemand())};
    console.log(JSON.stringify(paths.map((path) => {
      const exported = require(join(${JSON.stringify(ROOT)}, 'node_modules', path));
      return [path, Object.keys(exported).map((name) => [name, typeof exported[name], exported[name]?.name])];
    })));`;
  assert.deepEqual(answerOf(members), answerOf(members, []));
});

test('a service loads copies, and none of its packages is there twice', () => {
  for (const { app } of SERVICES) {
    const definition = join(ROOT, 'apps', app, 'dist', 'src', 'service-definition.js');
    const { later, twice } = answerOf(`require(${JSON.stringify(definition)});
      const { ServiceError } = require('@portolan/service');
      const { DataSource } = require('typeorm');
      const files = Object.keys(require.cache);
      console.log(JSON.stringify({
        later: files.some((file) => file.endsWith('pg-query-stream.js')),
        twice: ServiceError !== require(require.resolve('@portolan/service')).ServiceError ||
          files.some((file) => file.includes('dist/compact/node_modules')) || DataSource.name !== 'DataSource',
      }));`);
    assert.deepEqual({ later, twice }, { later: false, twice: false });
  }
  assert.ok(existsSync(join(COMPACT, 'node_modules', 'typeorm', 'index.js')));
});
