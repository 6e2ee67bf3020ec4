import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './make-folder';

describe('makeFolder', () => {
  const root = mkdtempSync(join(tmpdir(), 'portolan-folder-'));
  const inRoot = (path: string): string => join(root, path);

  afterAll(() => rmSync(root, { recursive: true }));

  it('creates what is missing with the mode, and keeps what is there', async () => {
    await Promise.all([makeFolder(inRoot('a/b'), 0o700), makeFolder(inRoot('a/c'), 0o700)]);
    await makeFolder(inRoot('a/b'));
    expect(statSync(inRoot('a/b')).mode & 0o777).toBe(0o700);
  });

  it('creates a folder whose parent another process has made meanwhile', async () => {
    const paths = Array.from({ length: 20 }, (_, index) => inRoot(`shared/deep/${index}`));
    await Promise.all(paths.map((path) => makeFolder(path)));
    for (const path of paths) expect(statSync(path).isDirectory()).toBe(true);
  });

  it('takes a link to a folder as the folder', async () => {
    symlinkSync(root, inRoot('link'));
    await makeFolder(inRoot('link'));
    await makeFolder(inRoot('link/below'));
    expect(statSync(inRoot('below')).isDirectory()).toBe(true);
  });

  it.each([
    ['/proc/portolan/below', 'ENOENT'],
    ['/dev/null/below', 'ENOTDIR'],
  ])('gives up where no folder can be made: %s', async (path, code) => {
    await expect(makeFolder(path)).rejects.toMatchObject({ code });
  });

  it('refuses a file, and a link that leads nowhere, in the place of a folder', async () => {
    writeFileSync(inRoot('file'), '');
    symlinkSync(inRoot('none/at/all'), inRoot('dangling'));
    for (const path of ['file', 'dangling', 'dangling/below'])
      await expect(makeFolder(inRoot(path))).rejects.toMatchObject({ code: 'EEXIST' });
  });
});
