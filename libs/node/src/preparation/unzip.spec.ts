import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { eventually } from '@portolan/service/testing';
import { ZipFile } from 'yazl';
import { unzip } from './unzip';

describe('unpacking', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portolan-unzip-'));
    await mkdir(join(folder, 'job'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const openFiles = async (): Promise<string[]> => {
    const descriptors = await readdir('/proc/self/fd');
    return Promise.all(descriptors.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')));
  };

  it.each([
    ['unpacked', 2, undefined],
    ['refused for the number of its entries', 1, 'a.zip has more than 1 files and folders'],
  ])('leaves no descriptor of a zip open that is %s', async (_what, maxEntries, message) => {
    const path = join(folder, 'a.zip');
    const zip = new ZipFile();
    for (const name of ['one', 'two']) zip.addBuffer(Buffer.from(name), name);
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(path));
    const limits = { maxMegabytes: 1, maxEntries };
    const unpacked = unzip(path, 'a.zip', join(folder, 'job'), limits, new AbortController().signal);
    if (message === undefined) await unpacked;
    else await expect(unpacked).rejects.toThrow(message);
    await eventually('the zip is closed', async () => !(await openFiles()).includes(path));
    expect(await readdir(join(folder, 'job'))).toEqual(message === undefined ? ['one', 'two'] : []);
  });
});
