import { eventually } from '@portolan/service/testing';
import { DataSource } from 'typeorm';
import { containing, job, like, register, startJobs, type JobsService, type Shown } from './support';

/** The answer of `/jobs/{id}/queue`. */
interface Queue {
  position: number | null;
  usersWaiting: number;
  waitingSince: string | null;
  reason: string | null;
  message: string;
  nodes: { matching: number; free: number; cordoned: number };
}

const GATED = `'until [ -e stop ]; do sleep 0.05; done'`;

describe('a job that waits', () => {
  let service: JobsService;
  beforeAll(async () => {
    service = await startJobs({
      env: {
        NODE_HEARTBEAT_MS: '100',
        NODE_SLOTS: '3',
        NODE_MEMORY_MB: '512',
        OFFER_WINDOW: '4',
        LEASE_MS: '60000',
        JOB_UNCLAIMED_MS: '600000',
      },
    });
    await register(service.client);
    await eventually('the node is known', async () => (await nodes()).length === 1);
  });
  afterAll(() => service.stop());

  const nodes = async () =>
    (await service.client.get<{ _embedded: { nodeList: { id: string }[] } }>('/nodes')).body._embedded
      .nodeList;
  const act = async (action: string): Promise<void> => {
    const [node] = await nodes();
    await service.client.call('POST', `/nodes/${node?.id ?? ''}/actions/${action}`);
  };
  const queueOf = async (id: string): Promise<Queue> => {
    const { status, body } = await service.client.get<Queue>(`/jobs/${id}/queue`);
    expect(status).toBe(200);
    return body;
  };
  const read = async (id: string): Promise<Shown> => (await service.client.get(`/jobs/${id}`)).body;
  const becomes = (id: string, reason: string | null): Promise<Queue> =>
    eventually(`${id} waits with ${reason}`, async () => {
      const queue = await queueOf(id);
      return queue.reason === reason && queue;
    });
  const submit = (id: string, change: object = {}): Promise<string> =>
    service.client.submit({ id, memory: 500, ...change });
  /** Jobs of a user whose offers are on the queue, by the table. */
  const offers = async (user: string): Promise<string[]> => {
    const rows = await service.app
      .get(DataSource, { strict: false })
      .query<{ subject: string }[]>(
        `SELECT subject FROM launches WHERE state = 'offered' AND user_name = ? AND offered_at > 0 ORDER BY offered_at`,
        [user],
      );
    return rows.map(({ subject }) => subject);
  };
  const kill = (...ids: string[]) =>
    Promise.all(ids.map((id) => service.client.call('DELETE', `/jobs/${id}`)));

  it('[V3-QUEUE-1] [V3-QUEUE-2] [V3-QUEUE-3] [V3-QUEUE-4] [V3-QUEUE-5] has a place among the jobs of its user, a reason and a message', async () => {
    const running = ['full', 'second-slot', 'third-slot'];
    for (const id of running) await submit(id, { memory: 16, commandArgs: GATED });
    for (const id of running) await service.client.until(id, ['RUNNING']);
    for (const id of ['first', 'second', 'third', 'fourth']) await submit(id, { memory: 16 });
    await submit('other', { user: 'another', memory: 16 });
    const full = 'The only node has no free slot.';
    const counts = { matching: 1, free: 0, cordoned: 0 };
    const first = await eventually('its room and the other user are known', async () => {
      const queue = await queueOf('first');
      return queue.message === full && queue.usersWaiting > 0 && queue;
    });
    const { created } = await read('first');
    expect(first).toEqual({
      position: 1,
      usersWaiting: 1,
      waitingSince: like(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/),
      reason: 'noRoom',
      message: full,
      nodes: counts,
    });
    expect(Date.parse(first.waitingSince ?? '')).toBeGreaterThanOrEqual(Date.parse(created as string));
    expect(await queueOf('fourth')).toMatchObject({
      position: 4,
      usersWaiting: 1,
      reason: 'turn',
      message: '3 of your jobs go first.',
    });
    expect(await queueOf('second')).toMatchObject({ position: 2, message: '1 of your jobs goes first.' });
    expect(await queueOf('other')).toMatchObject({ position: 1, usersWaiting: 1, reason: 'noRoom' });
    for (const id of ['first', 'fourth', 'other'])
      expect(await read(id)).toMatchObject({ status: 'ACCEPTED', statusMsg: (await queueOf(id)).message });
    expect(await queueOf('full')).toEqual({
      position: null,
      usersWaiting: 1,
      waitingSince: null,
      reason: null,
      message: 'Job is Running.',
      nodes: counts,
    });
    expect((await service.client.get('/jobs/nobody/queue')).status).toBe(404);
  });

  it('[V3-PRIO-1] [V3-PRIO-2] [V3-PRIO-3] goes before the jobs of its user by its priority, wherever they wait, and never before other users', async () => {
    await submit('urgent', { priority: 100, memory: 16 });
    await submit('low', { priority: -1, memory: 16 });
    expect(await queueOf('urgent')).toMatchObject({ position: 1, usersWaiting: 1 });
    expect(await queueOf('first')).toMatchObject({ position: 2, message: '1 of your jobs goes first.' });
    expect(await queueOf('low')).toMatchObject({ position: 6 });
    await submit('array', { array: { size: 2 }, priority: 50, memory: 16 });
    await eventually('its elements have rows', async () => (await queueOf('array.1')).position === 3);
    expect((await service.client.get('/jobs/urgent/request')).body.priority).toBe(100);
    expect((await service.client.get('/jobs/array.0/request')).body.priority).toBe(50);
    expect((await service.client.get('/jobs/first/request')).body.priority).toBe(0);
    await eventually(
      'the most urgent one is first on the queue',
      async () => (await offers('someone'))[0] === 'urgent',
    );
    await kill('full');
    const waiting = ['urgent', 'array.0', 'array.1', 'first', 'second', 'third', 'fourth', 'low'];
    const ended = await Promise.all([...waiting, 'other'].map((id) => service.client.ended(id)));
    // One at a time, because only one slot of the node is free.
    const order = ended
      .toSorted((one, other) => Date.parse(one.started as string) - Date.parse(other.started as string))
      .map(({ id }) => id);
    const own = order.filter((id) => id !== 'other');
    // Jobs of one priority may overtake each other while nodes are offered them together.
    expect([
      ...own.slice(0, 1),
      ...own.slice(1, 3).sort(),
      ...own.slice(3, 7).sort(),
      ...own.slice(7),
    ]).toEqual([...waiting.slice(0, 3), ...waiting.slice(3, 7).sort(), 'low']);
    expect(order.indexOf('other')).toBeLessThan(4);
    expect(await queueOf('first')).toMatchObject({
      position: null,
      waitingSince: null,
      reason: null,
      message: 'Job finished successfully.',
    });
    // The next tests count on all slots and all memory.
    await kill('second-slot', 'third-slot');
    await Promise.all(['second-slot', 'third-slot'].map((id) => service.client.ended(id)));
  });

  it('[V3-QUEUE-5] [V3-QUEUE-6] states how much memory is free', async () => {
    await submit('large', { commandArgs: GATED });
    await service.client.until('large', ['RUNNING']);
    await submit('also-large');
    const full = 'No node has 500 MB free; the largest of 1 has 12 MB free.';
    const queue = await eventually('the node has told how much is free', async () => {
      const { message, reason, nodes } = await queueOf('also-large');
      return message === full && { reason, nodes };
    });
    expect(queue).toEqual({ reason: 'noRoom', nodes: { matching: 1, free: 0, cordoned: 0 } });
    await kill('large');
    await service.client.ended('also-large');
  });

  it.each([[101], [-101], [0.5], ['5'], [{}], [true]])(
    '[V3-PRIO-1] with the priority %j is 400, which names it, and nothing is stored',
    async (priority) => {
      const { status, body } = await service.client.call('POST', '/jobs', job({ id: 'malformed', priority }));
      expect([status, body.message]).toEqual([400, containing('priority')]);
      expect((await service.client.get('/jobs/malformed')).status).toBe(404);
    },
  );

  it('[V3-QUEUE-3] [V3-QUEUE-4] [V3-QUEUE-5] states that no node could ever run it', async () => {
    await submit('huge', { memory: 700 });
    expect(await queueOf('huge')).toMatchObject({
      position: 1,
      reason: 'noNode',
      message: 'No node has 700 MB; the largest of 1 has 512 MB.',
      nodes: { matching: 0, free: 0, cordoned: 0 },
    });
    expect((await read('huge')).statusMsg).toBe('No node has 700 MB; the largest of 1 has 512 MB.');
    await act('cordon');
    await submit('held');
    expect(await becomes('held', 'noNode')).toMatchObject({
      position: 2,
      message: 'The only node is cordoned.',
      nodes: { matching: 1, free: 0, cordoned: 1 },
    });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/jobs_waiting\{.*reason="noNode".*\} \d/);
    await kill('huge');
    await act('uncordon');
    expect((await service.client.ended('held')).status).toBe('SUCCEEDED');
  });

  it('[V3-QUEUE-2] [V3-QUEUE-4] waits for other jobs, for its next attempt, and for a place in its array', async () => {
    await submit('before', { memory: 16, commandArgs: GATED });
    await submit('after', { dependsOn: ['before'] });
    expect(await queueOf('after')).toMatchObject({
      position: null,
      waitingSince: (await read('after')).created,
      reason: 'dependencies',
      message: 'Waiting for before.',
      nodes: { matching: 1 },
    });
    await submit('chained', { array: { size: 2 }, dependsOn: ['before'] });
    expect(await queueOf('chained.1')).toMatchObject({
      reason: 'dependencies',
      message: 'Waiting for before.',
    });
    await submit('narrow', { array: { size: 3, maxRunning: 1 }, memory: 16, commandArgs: GATED });
    await service.client.until('narrow', ['RUNNING']);
    expect(await queueOf('narrow.2')).toMatchObject({
      position: null,
      waitingSince: (await read('narrow')).created,
      reason: 'arrayLimit',
      message: 'Waiting for a place in narrow.',
      nodes: { matching: 1 },
    });
    expect((await read('narrow.2')).statusMsg).toBe('Waiting for a place in narrow.');
    expect(await queueOf('narrow')).toMatchObject({ reason: null, message: 'Job is Running.' });
    expect((await service.client.get('/jobs/narrow.3/queue')).status).toBe(404);
    const retry = { limit: 1, on: ['exit'], delaySeconds: 600 };
    await submit('again', { retry, memory: 16, commandArgs: `'exit 3'` });
    const delayed = await becomes('again', 'retryDelay');
    expect(delayed.message).toMatch(/^Attempt 2 of 2 starts at .*: Job failed: exit code 3\.$/);
    expect(delayed).toMatchObject({ position: null, waitingSince: like(/^20/) });
    await kill('again', 'narrow', 'chained', 'after', 'before');
    expect((await service.client.ended('narrow')).status).toBe('KILLED');
    expect(await queueOf('narrow.2')).toMatchObject({ reason: null, message: 'Job was killed by user.' });
  });

  it('[V3-PRIO-4] keeps its priority in further attempts, and in a rerun', async () => {
    const retry = { limit: 1, on: ['exit'], delaySeconds: 0 };
    await submit('repeated', { retry, priority: 7, memory: 16, commandArgs: `'exit 3'` });
    await service.client.ended('repeated');
    const { headers } = await service.client.call('POST', '/jobs/repeated/rerun');
    const rerun = headers.get('location')?.split('/').at(-1) ?? '';
    await service.client.ended(rerun);
    const rows = await service.app
      .get(DataSource, { strict: false })
      .query<object[]>(`SELECT turn_rank FROM launches WHERE subject IN ('repeated', ?)`, [rerun]);
    expect(rows).toEqual(Array.from({ length: 4 }, () => ({ turn_rank: -7 })));
  });

  it('[V3-QUEUE-4] [V3-QUEUE-5] states that a node has it', async () => {
    await submit('claimed', { memory: 16, commandArgs: GATED });
    await service.client.until('claimed', ['RUNNING']);
    const database = service.app.get(DataSource, { strict: false });
    // As while the node prepares it.
    await database.query(`UPDATE jobs SET status = 'INIT' WHERE id = 'claimed'`);
    expect(await queueOf('claimed')).toMatchObject({
      position: null,
      reason: 'claimed',
      message: 'A node has claimed it.',
      waitingSince: like(/^20/),
    });
    expect((await read('claimed')).statusMsg).toBe('A node has claimed it.');
    await database.query(`UPDATE jobs SET status = 'RUNNING' WHERE id = 'claimed'`);
    await kill('claimed');
    await service.client.ended('claimed');
  });

  it('[V3-QUEUE-7] is refused with the reason why nothing matches, where to read more, and the stored job', async () => {
    const unmatched = job({ id: 'unmatched', clusterCriterias: [{ tags: ['type:local', 'far'] }] });
    const { status, body } = await service.client.call('POST', '/jobs', unmatched);
    expect(status).toBe(412);
    expect(body.message).toMatch(
      /^No clusters available to run any candidate command on: the cluster \S+ is closest, but it lacks the tag far\. POST \/api\/v3\/jobs\/resolve tells more; the job is stored as unmatched$/,
    );
    const resolved = await service.client.call<{ others: { clusters: { reasons: string[] }[] } }>(
      'POST',
      '/jobs/resolve',
      unmatched,
    );
    expect(resolved.body.others.clusters[0]?.reasons).toEqual(['it lacks the tag far']);
    expect((await read('unmatched')).status).toBe('FAILED');
  });

  it('[V3-QUEUE-8] states how its process failed', async () => {
    await submit('code', { memory: 16, commandArgs: `'exit 3'` });
    await submit('signal', { memory: 16, commandArgs: `'kill -SEGV $$'` });
    expect((await service.client.ended('code')).statusMsg).toBe('Job failed: exit code 3.');
    expect((await service.client.ended('signal')).statusMsg).toBe('Job failed: signal SIGSEGV.');
  });
});

describe('releases and clients without explanations', () => {
  it('[V3-PRIO-5] [V3-QUEUE-9] neither show nor lose the priority, have no address, and keep the plain texts', async () => {
    const newer = await startJobs();
    const { database, queuePrefix } = newer;
    const older = await startJobs({ database, queuePrefix, env: { ROLES: 'api', API_RELEASE: '4.0' } });
    const genie = await startJobs({ database, queuePrefix, env: { ROLES: 'api', COMPATIBILITY: 'genie' } });
    const message = async ({ client }: JobsService, id: string) =>
      (await client.get(`/jobs/${id}`)).body.statusMsg;
    try {
      await register(newer.client);
      await newer.client.submit({ id: 'failed', priority: 9, commandArgs: `'exit 3'` });
      await newer.client.ended('failed');
      expect(await message(newer, 'failed')).toBe('Job failed: exit code 3.');
      for (const plain of [older, genie]) {
        expect(await message(plain, 'failed')).toBe('Job failed.');
        const { status, body } = await plain.client.call('POST', '/jobs', job({ commandCriteria: ['none'] }));
        expect([status, body.message]).toEqual([412, 'No command matching command criterion found']);
      }
      expect((await older.client.get('/jobs/failed/request')).body).not.toHaveProperty('priority');
      expect((await older.client.get('/jobs/failed/queue')).status).toBe(404);
      const { headers } = await older.client.call('POST', '/jobs/failed/rerun');
      const id = headers.get('location')?.split('/').at(-1) ?? '';
      expect((await newer.client.get(`/jobs/${id}/request`)).body.priority).toBe(9);
      await older.client.submit({ id: 'ignored', priority: 9 });
      expect((await newer.client.get('/jobs/ignored/request')).body.priority).toBe(0);
      const huge = { id: 'huge', memory: 9000 };
      await newer.client.submit(huge);
      const said = 'No node has 9000 MB; the largest of 1 has 4096 MB.';
      await eventually('the node is known', async () => (await message(newer, 'huge')) === said);
      for (const plain of [older, genie])
        expect(await message(plain, 'huge')).toBe('The job has been accepted by the system for execution');
    } finally {
      await genie.close();
      await older.close();
      await newer.stop();
    }
  });
});
