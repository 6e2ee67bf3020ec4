import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestOwner, type TestOwner } from '@portolan/launches/testing';
import { TestNode, ended } from './support';

/** Regression: a wrapper script delayed by a loaded machine was reported as killed (137). */
describe('a wrapper script that is delayed while it identifies itself', () => {
  let owner: TestOwner;
  let node: TestNode;
  let folder: string;
  const ids: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portolan-slow-'));
    await mkdir(join(folder, 'tools'));
    // Delays the script between the creation of its file and the first byte.
    const slowShell = `#!/bin/sh
if [ -f "$1" ]; then
  sed -i -e '2i print_late() { sleep 0.5; printf "$@"; }' -e '/started"/s/^printf/print_late/' "$1"
  grep -q '^print_late .* > "$control/started"' "$1" || exit 1
fi
exec /bin/sh "$@"
`;
    await writeFile(join(folder, 'tools', 'sh'), slowShell, { mode: 0o755 });
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
