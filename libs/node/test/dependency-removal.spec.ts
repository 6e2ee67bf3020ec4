import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDependencies } from '../src/archive/dependency-removal';

describe('dependencies of an ended job', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'portolan-dependencies-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  const put = async (path: string): Promise<void> => {
    await mkdir(join(root, path, '..'), { recursive: true });
    await writeFile(join(root, path), 'x');
  };
  const all = async (): Promise<string[]> =>
    (await readdir(root, { recursive: true, withFileTypes: true }))
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .sort();

  it('[V3-RUN-12] are removed, and no other file is', async () => {
    for (const owner of ['cluster/c', 'command/k', 'applications/a', 'applications/b']) {
      await put(`.portolan/${owner}/dependencies/lib/one.jar`);
      await put(`.portolan/${owner}/config/kept`);
    }
    await put('dependencies/own');
    await removeDependencies(root);
    expect(await all()).toEqual([
      '.portolan/applications/a/config/kept',
      '.portolan/applications/b/config/kept',
      '.portolan/cluster/c/config/kept',
      '.portolan/command/k/config/kept',
      'dependencies/own',
    ]);
    expect(await readdir(join(root, '.portolan/cluster/c/dependencies'))).toEqual([]);
  });

  it('are removed inside the directory of the job only, wherever its links lead', async () => {
    await put('elsewhere/dependencies/kept');
    await mkdir(join(root, 'job/.portolan/cluster/c'), { recursive: true });
    await symlink(join(root, 'elsewhere'), join(root, 'job/.portolan/cluster/link'));
    await symlink(join(root, 'elsewhere/dependencies'), join(root, 'job/.portolan/cluster/c/dependencies'));
    await symlink(root, join(root, 'job/.portolan/applications'));
    await removeDependencies(join(root, 'job'));
    await removeDependencies(join(root, 'nowhere'));
    expect(await all()).toContain('elsewhere/dependencies/kept');
  });
});
