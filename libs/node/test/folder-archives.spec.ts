import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { ArchiveStoreService } from '../src/archive/archive-store.service';
import { NodeConfig } from '../src/config/node-config';
import { ObjectStoreGateway } from '../src/object-store/object-store.gateway';
import { archivesConform } from './archive-conformance';

const archives = new ArchiveStoreService(new ObjectStoreGateway(new NodeConfig()));
let folder: string;
let made = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-archives-'));
});
afterAll(() => rm(folder, { recursive: true }));

archivesConform('in a folder', async () => ({
  archives,
  address: pathToFileURL(join(folder, 'deep', `job ${(made += 1)}.zip`)).href,
}));

it('[V3-RUN-18] archives are in a folder that is closed to other accounts of the machine', async () => {
  const address = pathToFileURL(join(folder, 'new', 'inner', 'job.zip')).href;
  await archives.write(address, 'mark', Readable.from([Buffer.from('output')]));
  for (const path of ['new', 'new/inner']) expect((await stat(join(folder, path))).mode & 0o7).toBe(0);
});
