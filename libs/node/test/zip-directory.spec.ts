import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fromBufferPromise } from 'yauzl';
import { zipDirectory } from '../src/archive/zip-directory';
import type { FileLimits } from '../src/limits/file-limits';

describe('the zip of a directory', () => {
  let folder: string;
  let root: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portolan-zip-'));
    root = join(folder, 'job');
    await mkdir(join(root, 'd'), { recursive: true });
    await writeFile(join(root, 'd', 'file'), 'ours');
    await writeFile(join(root, 'd', 'text'), 'line\n'.repeat(500));
    await writeFile(join(root, 'large'), Buffer.alloc(2 ** 20, 'x'));
    await mkdir(join(folder, 'elsewhere'));
    await writeFile(join(folder, 'elsewhere', 'file'), 'not ours');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const limits = { files: 100, fileBytes: 2 ** 30, directoryBytes: 2 ** 31 };
  const zipped = (changed: Partial<FileLimits> = {}, signal = new AbortController().signal) =>
    zipDirectory(root, { ...limits, ...changed }, signal);

  const entries = async (changed?: Partial<FileLimits>) => {
    const { bytes } = await zipped(changed);
    const zip = await fromBufferPromise(await buffer(bytes), { lazyEntries: true });
    const found: Record<string, [stored: boolean, text: string]> = {};
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      const text = await buffer(await zip.openReadStreamPromise(entry));
      found[entry.fileName] = [entry.compressionMethod === 0, text.toString()];
    }
    return found;
  };

  it('stores large and tiny files, compresses others, and has no links', async () => {
    await symlink('/etc/hostname', join(root, 'link'));
    await symlink(join(folder, 'elsewhere'), join(root, 'folder'));
    expect(await entries()).toEqual({
      'd/file': [true, 'ours'],
      'd/text': [false, 'line\n'.repeat(500)],
      large: [true, 'x'.repeat(2 ** 20)],
    });
  });

  it('[V3-RUN-17] leaves out files and folders whose names no archive can hold', async () => {
    for (const name of ['..\\up', '\\', 'a\\b', 'end\\']) await writeFile(join(root, name), 'left out');
    const odd = Buffer.concat([Buffer.from(`${root}/odd`), Buffer.from([0xff])]);
    await mkdir(odd);
    await writeFile(Buffer.concat([odd, Buffer.from('/file')]), 'left out');
    await writeFile(join(root, 'C:\n\ufffd'), 'ours');
    const { leftOut, bytes } = await zipped();
    bytes.destroy();
    expect(leftOut).toBe(5);
    expect(Object.keys(await entries())).toEqual(['C%3A\n\ufffd', 'd/file', 'd/text', 'large']);
  });

  it('leaves out files that a job has made unreadable for the node', async () => {
    const isRoot = process.getuid?.() === 0;
    const own = async (path: string): Promise<void> => void (isRoot && (await chown(path, 65_534, 65_534)));
    await writeFile(join(root, 'small'), 'closed');
    for (const path of ['.', 'd', 'd/file', 'd/text', 'large', 'small']) await own(join(root, path));
    await chmod(folder, 0o711);
    for (const path of ['d', 'large', 'small']) await chmod(join(root, path), 0);
    await writeFile(join(root, 'open'), 'open', { mode: 0o644 });
    try {
      if (isRoot) process.seteuid?.(65_534);
      const { entries: count, leftOut, bytes } = await zipped();
      bytes.destroy();
      expect([count, leftOut]).toEqual([2, 3]);
      expect(await entries()).toEqual({ open: [true, 'open'] });
    } finally {
      process.seteuid?.(process.getuid?.() ?? 0);
    }
  });

  it('keeps the second in which a file or folder was modified', async () => {
    for (const path of ['large', 'd']) await utimes(join(root, path), 1000, 1000.9998);
    const { bytes } = await zipped();
    const zip = await fromBufferPromise(await buffer(bytes), { lazyEntries: true });
    const times: Record<string, number> = {};
    for await (const entry of zip.eachEntry()) times[entry.fileName] = entry.getLastModDate().getTime();
    expect(times).toMatchObject({ large: 1_000_000, 'd/': 1_000_000 });
  });

  it('[V3-OUT-22] stores the nearest time that it can in place of any other', async () => {
    await utimes(join(root, 'large'), 0, new Date('1901-12-14'));
    await utimes(join(root, 'd', 'file'), 0, new Date('2300-01-01'));
    await utimes(join(root, 'd'), 0, new Date('1969-12-31'));
    const { bytes } = await zipped();
    const zip = await fromBufferPromise(await buffer(bytes), { lazyEntries: true });
    const times: Record<string, number> = {};
    for await (const entry of zip.eachEntry()) times[entry.fileName] = entry.getLastModDate().getTime();
    expect(times).toMatchObject({ large: 0, 'd/': 0, 'd/file': (2 ** 31 - 1) * 1000 });
  });

  it('takes the initial content of a growing file', async () => {
    const { bytes } = await zipped();
    await writeFile(join(root, 'd', 'file'), ' and more', { flag: 'a' });
    const zip = await fromBufferPromise(await buffer(bytes), { lazyEntries: true });
    const sizes: Record<string, number> = {};
    for await (const entry of zip.eachEntry()) sizes[entry.fileName] = entry.uncompressedSize;
    expect(sizes['d/file']).toBe(4);
  });

  it('fails when a folder is replaced by a link', async () => {
    // The file follows the large one, so it is not open yet, and it is too large to be read at once.
    await mkdir(join(root, 'z'));
    await writeFile(join(root, 'z', 'file'), Buffer.alloc(2 ** 17, 'also ours'));
    const { bytes } = await zipped();
    await rename(join(root, 'z'), join(folder, 'was-z'));
    await symlink(join(folder, 'elsewhere'), join(root, 'z'));
    await expect(buffer(bytes)).rejects.toThrow('was replaced while it was archived');
  });

  it('[V3-RUN-17] leaves out entries beyond the limits, by apparent sizes', async () => {
    await truncate(join(root, 'large'), 40 * 2 ** 30);
    await writeFile(join(root, 'stdout'), 'output');
    const sparse = await zipped();
    expect([sparse.entries, sparse.leftOut]).toEqual([4, 1]);
    sparse.bytes.destroy();
    expect(Object.keys(await entries())).toEqual(['stdout', 'd/file', 'd/text']);
    expect(Object.keys(await entries({ directoryBytes: 12 }))).toEqual(['stdout', 'd/file']);
    expect(Object.keys(await entries({ files: 3 }))).toEqual(['stdout', 'd/file']);
    const deep = join(root, ...Array.from({ length: 150 }, () => 'd'));
    await mkdir(deep, { recursive: true });
    await writeFile(join(deep, 'file'), '');
    const tooDeep = await zipped({ files: 1000 });
    expect(tooDeep.leftOut).toBe(2);
    tooDeep.bytes.destroy();
  });

  it('[V3-RUN-17] ends at its time limit', async () => {
    await truncate(join(root, 'large'), 40 * 2 ** 30);
    const time = new AbortController();
    const { bytes } = await zipped({ fileBytes: Infinity, directoryBytes: Infinity }, time.signal);
    await expect(bytes.forEach(() => time.abort(new Error('time is up')))).rejects.toThrow('time is up');
    await expect(zipped({}, AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
  });

  it('[V3-RUN-17] fails its reader, not the node, when time is up before anybody reads', async () => {
    const time = new AbortController();
    const { bytes } = await zipped({}, time.signal);
    time.abort(new Error('over'));
    await nextTurn();
    await expect(bytes.forEach(() => undefined)).rejects.toThrow('over');
  });

  it('contains only files that its owner may read', async () => {
    if (process.getuid?.() !== 0) return;
    await chown(root, 61_001, 61_001);
    for (const [name, mode] of [
      ['key', 0o600],
      ['public', 0o644],
    ] as const)
      await writeFile(join(root, name), 'x', { mode });
    await chmod(join(root, 'd'), 0o700);
    expect(Object.keys(await entries())).toEqual(['large', 'public']);
  });
});
