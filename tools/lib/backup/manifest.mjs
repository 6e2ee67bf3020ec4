/** What a backup says of itself. It is written last: a folder without it is a backup that was broken off. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../console.mjs';
import { ROOT, SERVICES } from '../settings.mjs';

const NAME = 'manifest.json';
/** Of the files' layout; a later one can't be read here. */
const FORMAT = 1;

const versionOfThis = () => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;

/** A folder for a new backup: it does not exist, or is empty. */
export function checkTarget(folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Failure(`${folder} is not empty; every backup has a folder of its own`);
}

export function writeManifest(folder, databases, now = new Date()) {
  const manifest = { format: FORMAT, createdAt: now.toISOString(), version: versionOfThis(), databases };
  const unfinished = join(folder, `${NAME}.part`);
  writeFileSync(unfinished, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, join(folder, NAME));
  return manifest;
}

/** @throws Failure for a folder that holds no whole backup, or one that this release can't read */
export function readManifest(folder) {
  const file = join(folder, NAME);
  if (!existsSync(file)) throw new Failure(`${folder} holds no whole backup: there is no ${NAME}`);
  let manifest;
  try {
    manifest = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Failure(`${file} can't be read`);
  }
  if (manifest.format !== FORMAT)
    throw new Failure(`${file} has the format ${manifest.format}; this release reads ${FORMAT}`);
  const missing = SERVICES.filter(({ key }) => !manifest.databases?.[key]).map(({ key }) => key);
  if (missing.length > 0) throw new Failure(`${file} lacks ${missing.join(', ')}`);
  for (const { tables } of Object.values(manifest.databases))
    for (const { file: name } of tables)
      if (name !== basename(name)) throw new Failure(`${file} names a file outside of its folder: ${name}`);
  return manifest;
}

/** Compares every file with its checksum. @throws Failure that names the first that differs */
export async function verifyFiles(folder, manifest) {
  for (const { key } of SERVICES) {
    for (const { file, sha256 } of manifest.databases[key].tables) {
      const path = join(folder, key, file);
      const hash = createHash('sha256');
      await pipeline(createReadStream(path), hash).catch((error) => {
        throw new Failure(`${path} can't be read: ${error.message}`);
      });
      if (hash.digest('hex') !== sha256) throw new Failure(`${path} is not as it was written (checksum)`);
    }
  }
}
