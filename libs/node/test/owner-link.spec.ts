import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LaunchVerb, type LeaseAnswer } from '@portolan/launches';
import { InternalClient } from '@portolan/service';
import { TEST_INTERNAL_TOKEN } from '@portolan/service/testing';
import { OwnerLink } from '../src/owners/owner-link';

const ANSWER: LeaseAnswer = {
  leaseMs: 5000,
  launches: [{ launchId: 'one', storedSequence: 3, verb: LaunchVerb.Stop, killGraceMs: 10 }],
};
const REQUEST = { nodeUrl: 'http://127.0.0.1:1', host: 'h', agentCluster: 'default', launches: [] };

describe('the lease of a node with a full disk', () => {
  let owner: Server;
  let folder: string;
  let link: OwnerLink;

  beforeEach(async () => {
    owner = createServer((request, response) => {
      request.resume().once('end', () => response.end(JSON.stringify(ANSWER)));
    }).listen(0, '127.0.0.1');
    await once(owner, 'listening');
    folder = await mkdtemp(join(tmpdir(), 'portolan-lease-'));
    link = new OwnerLink('jobs', new InternalClient(TEST_INTERNAL_TOKEN), join(folder, 'jobs'), 5000);
    link.learn(`http://127.0.0.1:${(owner.address() as AddressInfo).port}`);
  });

  afterEach(async () => {
    owner.closeAllConnections();
    owner.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is renewed in the existing file, and instructions of the owner are received', async () => {
    await link.renew('node', REQUEST);
    const before = await readFile(join(folder, 'jobs'), 'utf8');
    await mkdir(join(folder, 'jobs.tmp'));
    expect(await link.renew('node', REQUEST)).toEqual(ANSWER);
    const after = await readFile(join(folder, 'jobs'), 'utf8');
    expect(after).not.toBe(before);
    expect(after).toMatch(/^\d+-\d+\n$/);
  });

  it('holds without any file', async () => {
    await mkdir(join(folder, 'jobs'));
    expect(await link.renew('node', REQUEST)).toEqual(ANSWER);
    expect(link.holds).toBe(true);
  });
});
