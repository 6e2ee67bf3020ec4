import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
