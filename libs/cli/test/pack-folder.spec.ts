import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { open, type Entry, type Options, type ZipFile } from 'yauzl';
import { runCli } from '../src/testing/index.ts';

const MANIFEST = JSON.stringify({ command: ['./run.sh'], parameters: [] });

describe('stream pack', () => {
  let cwd: string;
  let folder: string;

  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'portolan-pack-'));
    folder = join(cwd, 'my-job');
    mkdirSync(join(folder, 'lib'), { recursive: true });
    mkdirSync(join(folder, '.git'));
    writeFileSync(join(folder, 'worker.json'), MANIFEST);
    writeFileSync(join(folder, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 });
    writeFileSync(join(folder, 'lib', 'words.txt'), 'words\n');
    writeFileSync(join(folder, '.git', 'HEAD'), 'hidden\n');
  });

  const pack = (...words: string[]) => runCli(['stream', 'pack', ...words], { cwd });

  it('[CLI-STREAM-4] packs the files of a folder, executable ones as such, and no hidden ones', async () => {
    const { code, stdout } = await pack('my-job', '-o', 'json');
    const packed = JSON.parse(stdout) as { file: string; files: number; sha256: string };
    expect([code, packed]).toEqual([0, expect.objectContaining({ file: join(cwd, 'my-job.zip'), files: 3 })]);
    expect(await entriesOf(packed.file)).toEqual([
      ['lib/words.txt', 0o100644],
      ['run.sh', 0o100755],
      ['worker.json', 0o100644],
    ]);
  });

  it('[CLI-STREAM-4] makes equal artifacts of equal folders', async () => {
    await pack('my-job', '--out', 'one.zip');
    utimesSync(join(folder, 'run.sh'), 1, 1);
    await pack('my-job', '--out', 'two.zip');
    expect(readFileSync(join(cwd, 'one.zip')).equals(readFileSync(join(cwd, 'two.zip')))).toBe(true);
    expect(statSync(join(cwd, 'one.zip')).size).toBeGreaterThan(100);
  });

  it.each([
    ['no worker.json', () => undefined, 'there is no file'],
    ['no JSON', () => writeFileSync(join(folder, 'worker.json'), '{'), 'is not JSON'],
    [
      'no command',
      () => writeFileSync(join(folder, 'worker.json'), '{"command":[]}'),
      'must be a list of texts',
    ],
    ['a link', () => symlinkSync('/etc/passwd', join(folder, 'passwd')), 'is not a regular file'],
  ])('[CLI-STREAM-4] refuses a folder with %s', async (what, change, message) => {
    change();
    const { code, stderr } = await pack(what === 'no worker.json' ? 'my-job/lib' : 'my-job');
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(readdirSync(cwd)).toEqual(['my-job']);
  });
});

/** The names of the entries of an artifact, with their modes. */
async function entriesOf(file: string): Promise<[string, number][]> {
  const zip = await promisify<string, Options, ZipFile>(open)(file, { lazyEntries: false });
  const found: [string, number][] = [];
  zip.on('entry', ({ fileName, externalFileAttributes }: Entry) =>
    found.push([fileName, externalFileAttributes >>> 16]),
  );
  await once(zip, 'end');
  return found;
}
