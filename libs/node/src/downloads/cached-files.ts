import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson, readIfThere, replaceFile } from '../file-system/atomic-file';
import type { Validator } from './source';

/** One version of the content of an address, in its own file. */
export interface Version {
  file: string;
  /** Bytes. */
  size: number;
  validator: Validator | undefined;
  /** Copies in progress; the file stays until they are done. */
  uses: number;
  /** In the cache; otherwise the file is removed after its last use. */
  kept: boolean;
}

interface Note {
  file: string;
  validator: Validator;
}

const NOTE = '.json';

/** The files of the cache: one version per address, named only when complete, evicted least recently used first. */
export class CachedFiles {
  /** By address, in order of last use. */
  private readonly versions = new Map<string, Version>();
  private bytes = 0;

  constructor(
    private readonly folder: string,
    private readonly maxBytes: number,
  ) {}

  async open(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const names = await readdir(this.folder);
    const found: { key: string; version: Version; usedAt: number }[] = [];
    for (const name of names.filter((one) => one.endsWith(NOTE))) {
      const note = parseJson<Note>(await readIfThere(this.path(name)));
      const info = note && (await stat(this.path(note.file)).catch(() => undefined));
      if (!note || !info) continue;
      const version = { ...note, file: this.path(note.file), size: info.size, uses: 0, kept: true };
      found.push({ key: name.slice(0, -NOTE.length), version, usedAt: info.mtimeMs });
    }
    const known = new Set(found.flatMap(({ key, version }) => [this.path(key + NOTE), version.file]));
    const left = names.map((name) => this.path(name)).filter((path) => !known.has(path));
    await Promise.all(left.map((path) => rm(path, { force: true, recursive: true })));
    for (const { key, version } of found.sort((one, other) => one.usedAt - other.usedAt)) {
      this.versions.set(key, version);
      this.bytes += version.size;
    }
    await this.makeRoom();
  }

  /** Returns the cached version of an address and counts one use. */
  async take(url: string): Promise<Version | undefined> {
    const key = keyOf(url);
    const version = this.versions.get(key);
    if (!version) return undefined;
    version.uses += 1;
    const info = await stat(version.file).catch(() => undefined);
    if (info?.size === version.size) return version;
    // The file was removed from outside.
    await this.drop(key);
    await this.release(version);
    return undefined;
  }

  temporary(): string {
    return this.path(randomUUID());
  }

  /** Takes over a downloaded {@link temporary} file; caches it if it has a version name and is not too large. */
  async add(url: string, file: string, validator: Validator | undefined): Promise<Version> {
    const { size } = await stat(file);
    const version: Version = { file, size, validator, uses: 0, kept: false };
    if (validator === undefined || size > this.maxBytes) return version;
    const key = keyOf(url);
    await this.drop(key);
    const name = `${key}.${hash(JSON.stringify(validator)).slice(0, 16)}.${hash(file).slice(0, 8)}`;
    version.file = this.path(name);
    version.kept = true;
    await rename(file, version.file);
    await replaceFile(this.path(key + NOTE), JSON.stringify({ file: name, validator } satisfies Note));
    this.versions.set(key, version);
    this.bytes += size;
    return version;
  }

  /** Copies a version; the caller may change the copy. Shares the disk blocks where the file system can. */
  async copy(version: Version, target: string): Promise<void> {
    try {
      if (!version.kept && version.uses === 1) await rename(version.file, target);
      else await copyFile(version.file, target, constants.COPYFILE_FICLONE);
    } finally {
      await this.release(version);
    }
  }

  async release(version: Version): Promise<void> {
    version.uses -= 1;
    if (!version.kept && version.uses === 0) await rm(version.file, { force: true });
  }

  /** Marks a version as used now, and evicts others beyond the size limit. */
  async touch(url: string, version: Version): Promise<void> {
    const key = keyOf(url);
    if (this.versions.get(key) !== version) return;
    this.versions.delete(key);
    this.versions.set(key, version);
    const now = new Date();
    await utimes(version.file, now, now).catch(() => undefined);
    await this.makeRoom();
  }

  private async makeRoom(): Promise<void> {
    for (const [key, { uses }] of this.versions) {
      if (this.bytes <= this.maxBytes) return;
      if (uses === 0) await this.drop(key);
    }
  }

  private async drop(key: string): Promise<void> {
    const version = this.versions.get(key);
    if (!version) return;
    this.versions.delete(key);
    this.bytes -= version.size;
    version.kept = false;
    await rm(this.path(key + NOTE), { force: true });
    if (version.uses === 0) await rm(version.file, { force: true });
  }

  private path(name: string): string {
    return join(this.folder, name);
  }
}

/** Addresses may contain passwords, so file names are hashes. */
const keyOf = (url: string): string => hash(url);

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
