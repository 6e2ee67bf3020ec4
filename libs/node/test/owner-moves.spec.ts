import { ClaimDecision } from '@portolan/launches';
import { startTestOwner, type TestOwner } from '@portolan/launches/testing';
import { eventually, freePorts } from '@portolan/service/testing';
import { Line } from './line';
import { TestNode, ended, inState, processesOf, running } from './support';

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
    // Long enough for a claim on a busy machine: without a lease the node does not claim.
    const env = { INTERNAL_URL: `http://127.0.0.1:${port}`, LEASE_MS: '15000' };
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
