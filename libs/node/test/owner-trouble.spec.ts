import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ClaimDecision, LaunchKind, launchesQueue, signOffer } from '@portolan/launches';
import { startTestOwner, type TestOwner } from '@portolan/launches/testing';
import { Queues } from '@portolan/messaging';
import { TEST_INTERNAL_TOKEN, eventually, freePorts } from '@portolan/service/testing';
import { TestNode, ended, inState, running, processesOf } from './support';

type Behaviour = 'pass' | 'dropAnswer' | 'silent' | 'answer503';

/** A proxy between node and owner that simulates network faults. */
class Line {
  behaviour: (path: string) => Behaviour = () => 'pass';
  readonly server: Server;
  private target = '';

  constructor() {
    this.server = createServer((incoming, outgoing) => this.carry(incoming, outgoing));
  }

  to(target: string): void {
    this.target = target;
  }

  async listen(port: number): Promise<void> {
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async close(): Promise<void> {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private carry(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const behaviour = this.behaviour(incoming.url ?? '');
    if (behaviour === 'silent') return;
    if (behaviour === 'answer503') {
      outgoing.writeHead(503).end();
      return;
    }
    const { method, headers } = incoming;
    const forward = request(this.target + (incoming.url ?? ''), { method, headers }, (answer) => {
      if (behaviour === 'dropAnswer') {
        answer.resume().once('end', () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    forward.once('error', () => outgoing.destroy());
    incoming.pipe(forward);
  }
}

describe('a node whose owner moves', () => {
  it('settles a claim with another replica after the loss of the granting one, even without room', async () => {
    const port = await freePorts();
    const line = new Line();
    await line.listen(port);
    const staying = await startTestOwner();
    const { database, queuePrefix } = staying.service;
    const env = { INTERNAL_URL: `http://127.0.0.1:${port}` };
    const leaving = await startTestOwner({ database, queuePrefix, env });
    line.to(leaving.service.url);
    const node = await TestNode.start(staying, { NODE_SLOTS: '1', OWNER_TIMEOUT_MS: '400' });
    const ids: string[] = [];
    try {
      line.behaviour = (path) => (path.endsWith('/claim') ? 'dropAnswer' : 'pass');
      const granted = await leaving.offer({ command: ['echo', 'granted'] });
      ids.push(granted);
      const { token } = await inState(staying, granted, 'claimed');
      await line.close();
      await leaving.service.close();
      expect((await node.state()).freeSlots).toBe(0);
      ids.push(await staying.offer({}));
      for (const id of ids) expect((await ended(staying, id)).end).toEqual({ cause: 'exited', exitCode: 0 });
      expect((await staying.launches.find(granted))?.token).toBe(token);
    } finally {
      await node.remove(ids);
      await line.close();
      await staying.service.stop();
    }
  });

  it('[V3-RUN-20] keeps its launches when the address of an owner passes to another one', async () => {
    const port = await freePorts();
    const line = new Line();
    await line.listen(port);
    const staying = await startTestOwner();
    const env = { INTERNAL_URL: `http://127.0.0.1:${port}`, LEASE_MS: '3000' };
    const moving = await startTestOwner({ queuePrefix: staying.service.queuePrefix, env }, 'moving');
    line.to(moving.service.url);
    const node = await TestNode.start(staying);
    const long = await moving.offer({ command: ['sleep', '600'] });
    const waiting = await moving.create();
    try {
      await running(moving, long);
      const asked = { leases: 0, claim: 0 };
      line.behaviour = (path) => {
        if (path.includes('/leases/')) asked.leases++;
        if (path.endsWith('/claim')) asked.claim++;
        return 'pass';
      };
      line.to(staying.service.url);
      const row = await moving.launches.find(waiting);
      if (row) await moving.creation.send([row]);
      await eventually('the other owner is asked', () => asked.leases > 3 && asked.claim > 0);
      expect(await processesOf(long)).not.toEqual([]);
      line.to(moving.service.url);
      expect(await ended(moving, waiting)).toMatchObject({ end: { cause: 'exited', exitCode: 0 } });
    } finally {
      await node.remove([long, waiting]);
      await line.close();
      await moving.service.stop();
      await staying.service.stop();
    }
  });

  it('receives the new address of its owner when every known replica is gone and no launch is offered', async () => {
    const LEASE_MS = 5000;
    const env = { LEASE_MS: String(LEASE_MS) };
    const leaving = await startTestOwner({ env });
    const { database, queuePrefix } = leaving.service;
    const node = await TestNode.start(leaving, { OWNER_TIMEOUT_MS: '400' });
    const id = await leaving.offer({ command: ['sleep', '600'] });
    let coming: TestOwner | undefined;
    try {
      await running(leaving, id);
      await leaving.service.close();
      coming = await startTestOwner({ database, queuePrefix, env });
      const began = Date.now();
      const { nodeId } = await node.state();
      const renewed = async (): Promise<boolean> => {
        const lease = await coming?.repository.lease(nodeId);
        return (lease?.renewedAt ?? 0) > began + LEASE_MS;
      };
      await eventually('the lease is renewed with the owner that came', renewed);
      expect(await inState(coming, id, 'running')).toMatchObject({ end: null });
    } finally {
      await node.remove([id]);
      await (coming ?? leaving).service.stop();
    }
  });
});

describe('a node that has offers of an owner that is gone', () => {
  it('repeats an unanswered claim to the new replica, which offers that launch alone', async () => {
    // The owner does not announce its address before half a lease has passed.
    const env = { LEASE_MS: '600000' };
    const port = await freePorts();
    const line = new Line();
    await line.listen(port);
    const leaving = await startTestOwner({ env: { ...env, INTERNAL_URL: `http://127.0.0.1:${port}` } });
    line.to(leaving.service.url);
    const { database, queuePrefix } = leaving.service;
    const node = await TestNode.start(leaving, { OWNER_TIMEOUT_MS: '400' });
    let asked = 0;
    line.behaviour = (path) => (path.endsWith('/claim') && ++asked ? 'silent' : 'pass');
    const id = await leaving.offer({ command: ['true'] });
    let coming: TestOwner | undefined;
    try {
      await eventually('the claim is unanswered', () => Promise.resolve(asked > 1));
      await line.close();
      await leaving.service.close();
      coming = await startTestOwner({ database, queuePrefix, env });
      expect((await ended(coming, id)).end).toEqual({ cause: 'exited', exitCode: 0 });
    } finally {
      await node.remove([id]);
      await line.close();
      await (coming ?? leaving).service.stop();
    }
  });

  it('claims them from the new replica, although they contain the old address', async () => {
    // The owner does not announce its address before half a lease has passed.
    const env = { LEASE_MS: '600000' };
    const leaving = await startTestOwner({ env });
    const { database, queuePrefix } = leaving.service;
    const node = await TestNode.start(leaving, { OWNER_TIMEOUT_MS: '400' });
    let refused = false;
    leaving.handlers.decide = () => {
      refused = true;
      return ClaimDecision.NotHere;
    };
    const id = await leaving.offer({ command: ['true'] });
    let coming: TestOwner | undefined;
    try {
      await eventually('the node has asked', () => Promise.resolve(refused));
      await leaving.service.close();
      coming = await startTestOwner({ database, queuePrefix, env });
      expect((await ended(coming, id)).end).toEqual({ cause: 'exited', exitCode: 0 });
    } finally {
      await node.remove([id]);
      await (coming ?? leaving).service.stop();
    }
  });
});

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
