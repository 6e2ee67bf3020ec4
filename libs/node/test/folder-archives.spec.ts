import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { FolderArchives } from '../src/archive/archive-store.service';
import { archivesConform } from './archive-conformance';

let folder: string;
let made = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-archives-'));
});
afterAll(() => rm(folder, { recursive: true }));

archivesConform('in a folder', async () => ({
  medium: new FolderArchives(),
  address: pathToFileURL(join(folder, 'deep', `job ${(made += 1)}.zip`)).href,
}));

it('[V3-RUN-18] archives are in a folder that is closed to other accounts of the machine', async () => {
  const address = pathToFileURL(join(folder, 'new', 'inner', 'job.zip')).href;
  await new FolderArchives().write(address, 'mark', Readable.from([Buffer.from('output')]));
  for (const path of ['new', 'new/inner']) expect((await stat(join(folder, path))).mode & 0o7).toBe(0);
});
