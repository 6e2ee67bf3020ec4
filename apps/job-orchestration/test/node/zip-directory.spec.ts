import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { zipDirectory } from '../../src/node/archive/zip-directory';

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

  const entries = async () => {
    const { bytes } = await zipDirectory(root);
    const zip = await fromBufferPromise(await buffer(bytes), { lazyEntries: true });
    const found: Record<string, [stored: boolean, text: string]> = {};
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      const text = await buffer(await zip.openReadStreamPromise(entry));
      found[entry.fileName] = [entry.compressionMethod === 0, text.toString()];
    }
    return found;
  };

  it('has large files and tiny ones stored, others compressed, and no links', async () => {
    await symlink('/etc/hostname', join(root, 'link'));
    await symlink(join(folder, 'elsewhere'), join(root, 'folder'));
    expect(await entries()).toEqual({
      'd/file': [true, 'ours'],
      'd/text': [false, 'line\n'.repeat(500)],
      large: [true, 'x'.repeat(2 ** 20)],
    });
  });

  it('takes of a file that grows what it had at first', async () => {
    const { bytes } = await zipDirectory(root);
    await writeFile(join(root, 'd', 'file'), ' and more', { flag: 'a' });
    const zip = await fromBufferPromise(await buffer(bytes), { lazyEntries: true });
    const sizes: Record<string, number> = {};
    for await (const entry of zip.eachEntry()) sizes[entry.fileName] = entry.uncompressedSize;
    expect(sizes['d/file']).toBe(4);
  });

  it('fails when a folder on the way becomes a link to elsewhere', async () => {
    // It comes behind the large one, so it is not open yet, and it is too large to have been read at once.
    await mkdir(join(root, 'z'));
    await writeFile(join(root, 'z', 'file'), Buffer.alloc(2 ** 17, 'also ours'));
    const { bytes } = await zipDirectory(root);
    await rename(join(root, 'z'), join(folder, 'was-z'));
    await symlink(join(folder, 'elsewhere'), join(root, 'z'));
    await expect(buffer(bytes)).rejects.toThrow('was replaced meanwhile');
  });
});
