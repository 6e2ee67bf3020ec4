import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestOwner, type TestOwner } from '@portolan/launches/testing';
import { TestNode, ended } from './support';

/** Regression: a start script delayed by a loaded machine was reported as killed (137). */
describe('a start script that is delayed while it identifies itself', () => {
  let owner: TestOwner;
  let node: TestNode;
  let folder: string;
  const ids: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portolan-slow-'));
    await mkdir(join(folder, 'tools'));
    const slowLink = '#!/bin/sh\nsleep 0.5\nexec /usr/bin/ln "$@"\n';
    await writeFile(join(folder, 'tools', 'ln'), slowLink, { mode: 0o755 });
    owner = await startTestOwner();
    node = await TestNode.start(owner, { PATH: `${join(folder, 'tools')}:/usr/bin:/bin` });
  });
  afterAll(async () => {
    await node.remove(ids);
    await owner.service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('ends with its own exit code', async () => {
    const id = await owner.offer({ command: ['sh', '-c', 'echo done; exit 4'] });
    ids.push(id);
    const row = await ended(owner, id);
    expect(row.end).toEqual({ cause: 'exited', exitCode: 4 });
    expect(await node.file(id, 'stdout')).toBe('done\n');
  });
});
