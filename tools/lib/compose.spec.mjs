import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';

test('a container is stopped after an interruption, too', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-compose-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const [docker, log] = [join(folder, 'docker'), join(folder, 'log')];
  writeFileSync(docker, `#!/bin/sh\necho "$@" >> ${log}\n`);
  chmodSync(docker, 0o755);
  const module = (name) => JSON.stringify(new URL(name, import.meta.url).href);
  const script = `
    import { interrupt } from ${module('./commands.mjs')};
    import { containers } from ${module('./compose.mjs')};
    interrupt();
    console.log(await containers.redis.stop());`;
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const words = ['--input-type=module', '--eval', script];
  const { stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' });
  assert.equal(stdout, 'stopped\n', stderr);
  assert.match(readFileSync(log, 'utf8'), / stop redis$/m);
});
