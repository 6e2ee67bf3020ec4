import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { checkMigrations, checkTarget, readManifest, verifyFiles, writeManifest } from './backup.mjs';
import { SERVICES } from './settings.mjs';

const CONTENT = 'not read here';
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A backup with one table a database. */
function makeBackup(file = 'jobs.sql.gz') {
  const sha256 = createHash('sha256').update(CONTENT).digest('hex');
  const databases = {};
  for (const { key } of SERVICES) {
    mkdirSync(join(folder, key));
    writeFileSync(join(folder, key, 'jobs.sql.gz'), CONTENT);
    databases[key] = { migrations: [], tables: [{ name: 'jobs', file, rows: 1, sha256 }] };
  }
  writeManifest(folder, databases);
}

test('a whole backup is read, and its files are as they were written', async () => {
  makeBackup();
  const manifest = readManifest(folder);
  assert.match(manifest.createdAt, /^\d{4}-\d\d-\d\dT/);
  await verifyFiles(folder, manifest);
});

test('a file that was changed or is missing is named', async () => {
  makeBackup();
  const manifest = readManifest(folder);
  writeFileSync(join(folder, 'jobs', 'jobs.sql.gz'), `${CONTENT}!`);
  await assert.rejects(verifyFiles(folder, manifest), /jobs\.sql\.gz differs from its checksum/);
  rmSync(join(folder, 'jobs', 'jobs.sql.gz'));
  await assert.rejects(verifyFiles(folder, manifest), /jobs\.sql\.gz can't be read/);
});

test('a backup that was broken off, of another format, or with files elsewhere is refused', () => {
  assert.throws(() => readManifest(folder), /no complete backup/);
  makeBackup('../elsewhere.sql.gz');
  assert.throws(() => readManifest(folder), /outside of its folder/);
  const file = join(folder, 'manifest.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), format: 99 }));
  assert.throws(() => readManifest(folder), /format 99/);
});

test('every backup has a folder of its own', () => {
  checkTarget(folder);
  checkTarget(join(folder, 'new'));
  makeBackup();
  assert.throws(() => checkTarget(folder), /not empty/);
});

test('a backup of a newer release is refused by the names of its migrations', () => {
  const [service] = SERVICES;
  checkMigrations(service, ['One1'], new Set(['One1', 'Two2']));
  assert.throws(
    () => checkMigrations(service, ['One1', 'Three3'], new Set(['One1'])),
    /newer release \(Three3\)/,
  );
});
