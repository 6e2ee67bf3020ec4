/** Client generators accept the documents in `libs/client-*` without complaint, and their code loads. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, describe, test } from 'node:test';
import { CLIENTS } from '../lib/clients.mjs';

const { programs, jar } = JSON.parse(process.env.PORTOLAN_GENERATORS);
const LIMIT_MS = 300_000;

/** The generator knows neither of them, and leaves them out of what it generates. */
const KNOWN = [/Unknown type `mutualTLS`/, /OpenAPI 3\.1 support is still in beta/];
/** Notes about the generated code itself, which are not about the document. */
const NOTES = [/\(reserved word\) cannot be used as model name/, /Response examples can currently only/];
/** Printed once for a document of 3.1, whatever is in it. */
const EMPTY = /Failed to get the schema name: null/;

const IMPORT_ALL = `
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
package = importlib.import_module(sys.argv[2])
names = [one.name for one in pkgutil.walk_packages(package.__path__, package.__name__ + '.')]
for name in names: importlib.import_module(name)
print(len(names))
`;

function run(program, args) {
  const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8', timeout: LIMIT_MS });
  return { status, output: `${stdout}${stderr}` };
}

describe('generators of clients', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-generators-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const { key, document } of CLIENTS) {
    test(`openapi-python-client has no warning about the document of ${key}, and its code can be imported`, () => {
      const target = join(folder, `python-${key}`);
      const made = run('openapi-python-client', ['generate', '--path', document, '--output-path', target]);
      assert.equal(made.status, 0, made.output);
      assert.doesNotMatch(made.output, /WARNING|ERROR/);
      const name = readdirSync(target).find((one) => one.endsWith('_client'));
      const loaded = run('python', ['-c', IMPORT_ALL, target, name]);
      assert.equal(loaded.status, 0, loaded.output);
      assert.ok(Number(loaded.output) > 20, loaded.output);
    });

    test(`openapi-generator finds no fault in the document of ${key}`, () => {
      const valid = run('java', ['-jar', jar, 'validate', '--recommend', '-i', document]);
      assert.match(valid.output, /No validation issues detected/);
      const target = join(folder, `generator-${key}`);
      const made = run('java', ['-jar', jar, 'generate', '-g', 'python', '-i', document, '-o', target]);
      assert.equal(made.status, 0, made.output);
      const said = made.output.split('\n').filter((line) => / (WARN|ERROR) /.test(line));
      const unknown = said.filter((line) => ![...KNOWN, ...NOTES, EMPTY].some((known) => known.test(line)));
      assert.deepEqual(unknown, []);
    });
  }
});
