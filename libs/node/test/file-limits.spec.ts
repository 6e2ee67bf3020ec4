import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exceededFileLimit } from '../src/limits/file-limits';

describe('the limits of a directory', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'portolan-usage-'));
    await mkdir(join(root, 'd'));
    await writeFile(join(root, 'a'), 'x'.repeat(60));
    await writeFile(join(root, 'd', 'b'), 'x'.repeat(50));
    await symlink('/', join(root, 'link'));
  });
  afterAll(() => rm(root, { recursive: true }));

  const none = { files: 4, fileBytes: 60, directoryBytes: 110 };
  it.each([
    ['nothing', none, undefined],
    ['files', { ...none, files: 3 }, 'more than 3 files'],
    ['the size of one', { ...none, fileBytes: 59 }, 'a is larger than 0 MB'],
    [
      'files, which are counted before any is measured',
      { files: 2, fileBytes: 1, directoryBytes: 1 },
      'more than 2 files',
    ],
    ['the size of all', { ...none, directoryBytes: 109 }, 'more than 0 MB in all files'],
  ])('reports what exceeds the limits of a directory: %s', async (_what, limits, excess) => {
    expect(await exceededFileLimit(root, limits)).toBe(excess);
  });

  it('are exceeded by folders that are too deep', async () => {
    const deep = Array.from({ length: 150 }, () => 'd');
    await mkdir(join(root, ...deep), { recursive: true });
    expect(await exceededFileLimit(root, { ...none, files: 1000 })).toBe('more than 100 levels of folders');
    await rm(join(root, 'd', 'd'), { recursive: true });
  });

  it('[V3-RUN-10] are exceeded below a name that is not UTF-8', async () => {
    const odd = Buffer.concat([Buffer.from(`${root}/odd`), Buffer.from([0xff])]);
    await mkdir(odd);
    await writeFile(Buffer.concat([odd, Buffer.from('/large')]), 'x'.repeat(61));
    const limits = { ...none, files: 1000, directoryBytes: 1000 };
    expect(await exceededFileLimit(root, limits)).toBe('odd\ufffd/large is larger than 0 MB');
    await rm(odd, { recursive: true });
  });

  it('are not exceeded by a missing directory', async () => {
    expect(await exceededFileLimit(join(root, 'nothing'), none)).toBeUndefined();
  });
});
