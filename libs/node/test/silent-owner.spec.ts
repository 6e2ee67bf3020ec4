import { LaunchKind } from '@portolan/launches';
import { startTestOwner, type TestOwner } from '@portolan/launches/testing';
import { eventually, freePorts } from '@portolan/service/testing';
import { Line } from './line';
import { TestNode, ended, processesOf, running } from './support';

describe('a node whose owner does not answer for longer than a lease', () => {
  /** Longer than a busy machine keeps a node from renewing. */
  const LEASE_MS = 10_000;
  const lines: Line[] = [];
  const owners: TestOwner[] = [];
  const ids: string[] = [];
  let node: TestNode;
  /** An owner behind a separate proxy, with a running worker. */
  const begin = async (name: string) => {
    const port = await freePorts();
    const line = new Line();
    lines.push(line);
    await line.listen(port);
    const env = { INTERNAL_URL: `http://127.0.0.1:${port}`, LEASE_MS: String(LEASE_MS) };
    const { queuePrefix } = first.service;
    const owner = await startTestOwner({ env, queuePrefix }, name);
    owners.push(owner);
    line.to(owner.service.url);
    const worker = await owner.offer({ kind: LaunchKind.Worker, command: ['sleep', '600'] });
    const batch = await owner.offer({ command: ['sleep', '600'] });
    ids.push(worker, batch);
    await running(owner, worker);
    await running(owner, batch);
    return { owner, line, port, worker, batch };
  };
  /** Its remaining processes end on request of the owner. */
  const isOver = async (owner: TestOwner, launches: readonly string[]): Promise<void> => {
    for (const id of launches) await owner.launches.stop(id, 0);
    await eventually('nothing is held', async () => {
      const held = (await node.state()).launches;
      return held.every(({ launchId }) => !launches.includes(launchId));
    });
    for (const id of launches) expect(await processesOf(id)).toEqual([]);
  };
  let first: TestOwner;
  beforeAll(async () => {
    first = await startTestOwner();
    owners.push(first);
    // A 503 that comes late counts as silence.
    node = await TestNode.start(first, { KILL_GRACE_MS: '300', OWNER_TIMEOUT_MS: '5000' });
  });
  afterAll(async () => {
    await node.remove(ids);
    await Promise.all(lines.map((line) => line.close()));
    await Promise.all(owners.map((owner) => owner.service.stop()));
  });

  const isSilent = async (): Promise<void> => {
    const { owner, line, worker, batch } = await begin('silent');
    line.behaviour = () => 'silent';
    await eventually('the worker is ended', async () => (await processesOf(worker)).length === 0);
    expect(await processesOf(batch)).not.toEqual([]);
    line.behaviour = () => 'pass';
    await ended(owner, worker);
    await isOver(owner, [batch]);
  };
  const saysSo = async (name: string, isDown: boolean): Promise<void> => {
    const { owner, line, port, worker, batch } = await begin(name);
    if (isDown) await line.close();
    else line.behaviour = () => 'answer503';
    // A real owner could not sweep during its outage; here it continues and may give up the worker.
    const until = Date.now() + LEASE_MS * 1.5;
    await eventually('more than a lease has passed', () => Date.now() >= until);
    for (const id of [worker, batch]) expect(await processesOf(id)).not.toEqual([]);
    line.behaviour = () => 'pass';
    if (isDown) await line.listen(port);
    await isOver(owner, [worker, batch]);
  };

  it('ends workers, not batch processes, when the network is silent, and nothing while the owner itself says that its database is away or that it is down', async () => {
    await Promise.all([isSilent(), saysSo('without-database', false), saysSo('down', true)]);
  });
});
