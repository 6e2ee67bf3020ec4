import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ClaimDecision, launchesQueue, signOffer } from '@portolan/launches';
import { startTestOwner, type TestOwner } from '@portolan/launches/testing';
import { Queues } from '@portolan/messaging';
import { TEST_INTERNAL_TOKEN, eventually, freePorts } from '@portolan/service/testing';
import { Line } from './line';
import { TestNode, ended, inState, running } from './support';

describe('a node whose owner is hard to reach', () => {
  const ids: string[] = [];
  let port: number;
  let line: Line;
  let owner: TestOwner;
  let node: TestNode;

  beforeAll(async () => {
    port = await freePorts();
    line = new Line();
    await line.listen(port);
    // Long enough for the restart of a node on a loaded machine.
    owner = await startTestOwner({ env: { INTERNAL_URL: `http://127.0.0.1:${port}`, LEASE_MS: '20000' } });
    line.to(owner.service.url);
    node = await TestNode.start(owner, { OWNER_TIMEOUT_MS: '400' });
  });
  beforeEach(() => {
    line.behaviour = () => 'pass';
    owner.handlers.decide = () => ClaimDecision.Go;
  });
  afterAll(async () => {
    await node.remove(ids);
    await line.close();
    await owner.service.stop();
  });
  const offer = async (launch: Parameters<TestOwner['offer']>[0] = {}): Promise<string> => {
    const id = await owner.offer(launch);
    ids.push(id);
    return id;
  };

  it('runs a launch once when its granted claim was not answered', async () => {
    let dropped = 0;
    line.behaviour = (path) => (path.endsWith('/claim') && dropped++ < 3 ? 'dropAnswer' : 'pass');
    const id = await offer({ command: ['sh', '-c', 'echo once'] });
    expect((await ended(owner, id)).end).toEqual({ cause: 'exited', exitCode: 0 });
    expect(await node.file(id, 'stdout')).toBe('once\n');
    // Without an answer for 400 ms, as on a busy machine, it asks again.
    expect(dropped).toBeGreaterThanOrEqual(4);
  });

  it('repeats a claim with the same token after it was killed before the answer', async () => {
    line.behaviour = (path) => (path.endsWith('/claim') ? 'dropAnswer' : 'pass');
    const id = await offer({ command: ['sh', '-c', 'echo once'] });
    const { token } = await inState(owner, id, 'claimed');
    await node.end('SIGKILL');
    line.behaviour = () => 'pass';
    await node.start();
    const row = await ended(owner, id);
    expect([row.end, row.token]).toEqual([{ cause: 'exited', exitCode: 0 }, token]);
    expect(await node.file(id, 'stdout')).toBe('once\n');
  });

  it('returns an offer that its owner refuses for now', async () => {
    let asked = 0;
    owner.handlers.decide = () => (++asked < 2 ? ClaimDecision.NotHere : ClaimDecision.Go);
    const id = await offer();
    expect((await ended(owner, id)).end).toEqual({ cause: 'exited', exitCode: 0 });
    expect(asked).toBe(2);
  });

  it('drops the offer of an ended launch without traces', async () => {
    const id = await owner.create();
    const row = await owner.launches.find(id);
    await owner.launches.stop(id, 0);
    if (row) await owner.creation.send([row]);
    const marker = await offer();
    await ended(owner, marker);
    await eventually('nothing is held', async () => (await node.state()).launches.length === 0);
    await expect(node.file(id, 'stdout')).rejects.toThrow('ENOENT');
  });

  it('keeps the output of a launch that is offered again', async () => {
    const id = await offer({ command: ['sh', '-c', 'echo precious'] });
    const row = await ended(owner, id);
    await eventually('forgotten', async () => (await node.state()).launches.length === 0);
    await owner.creation.send([row]);
    const marker = await offer();
    await ended(owner, marker);
    expect(await node.file(id, 'stdout')).toBe('precious\n');
  });

  it('clears up after one owner while another one does not answer', async () => {
    const other = await startTestOwner({ queuePrefix: owner.service.queuePrefix }, 'others');
    try {
      const first = await offer({ command: ['sleep', '3'] });
      await running(owner, first);
      line.behaviour = () => 'silent';
      await ended(owner, first);
      const second = await other.offer({});
      ids.push(second);
      await ended(other, second);
      // Without a trigger, its lease is renewed every 20 s.
      await eventually('the owner that answers is done with', async () => {
        const { launches } = await node.state();
        return launches.every((launch) => launch.owner !== 'others');
      });
      expect((await node.state()).launches).toContainEqual(expect.objectContaining({ launchId: first }));
    } finally {
      line.behaviour = () => 'pass';
      await other.service.stop();
    }
  });

  it('ignores an offer that its owner did not sign', async () => {
    const asked: string[] = [];
    const thief = createServer((incoming, outgoing) => {
      asked.push(String(incoming.headers.authorization));
      outgoing.writeHead(500).end();
    }).listen(0, '127.0.0.1');
    await once(thief, 'listening');
    const ownerUrl = `http://127.0.0.1:${(thief.address() as AddressInfo).port}`;
    try {
      const id = await owner.create({ agentCluster: 'elsewhere' });
      ids.push(id);
      const genuine = (await owner.launches.find(id))?.offer;
      if (!genuine) throw new Error('no offer');
      const queues = owner.service.app.get(Queues, { strict: false });
      for (const forged of [
        { ...genuine, ownerUrl, owner: 'thief' },
        { ...signOffer(genuine, TEST_INTERNAL_TOKEN), ownerUrl },
        { ...signOffer(genuine, TEST_INTERNAL_TOKEN), command: ['echo', 'forged'] },
        { ...signOffer(genuine, 'guessed'), ownerUrl },
      ])
        await queues.send(launchesQueue('default'), forged);
      await ended(owner, await offer());
      await eventually('all are looked at', async () => {
        const { wait, prioritized, delayed } = await queues.counts(launchesQueue('default'));
        return wait + prioritized + delayed === 0;
      });
      expect(asked).toEqual([]);
      expect((await owner.launches.find(id))?.state).toBe('offered');
    } finally {
      thief.close();
    }
  });
});
