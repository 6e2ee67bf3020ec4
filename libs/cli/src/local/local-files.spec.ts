import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './local-files.ts';

describe('makeFolder', () => {
  let root: string;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'portolan-folder-'));
  });
  afterAll(() => rm(root, { recursive: true }));

  it('creates what is missing, and keeps what is there', async () => {
    const path = join(root, 'a', 'b', 'c');
    await makeFolder(path);
    await makeFolder(path);
    expect((await stat(path)).isDirectory()).toBe(true);
  });

  it.each(['/proc/portolan', '/proc/portolan/below'])(
    '[CLI-CP-1] gives up where the system makes no folders: %s',
    async (path) => {
      await expect(makeFolder(path)).rejects.toThrow('cannot create /proc/portolan: ENOENT');
    },
  );

  it.each(['file', 'file/below'])('names the folder that a file is in the way of: %s', async (path) => {
    await writeFile(join(root, 'file'), '');
    await expect(makeFolder(join(root, path))).rejects.toThrow(
      `cannot create ${join(root, path)}: a file is in the way`,
    );
  });

  it('takes a link to a folder as the folder', async () => {
    await symlink(root, join(root, 'link'));
    await makeFolder(join(root, 'link', 'below'));
    expect((await stat(join(root, 'below'))).isDirectory()).toBe(true);
  });
});
