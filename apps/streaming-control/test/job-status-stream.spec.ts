import { LaunchesService } from '@portolan/launches';
import { eventually } from '@portolan/service/testing';
import { DataSource } from 'typeorm';
import { oneWorker } from './support/api';
import { StreamRig, errorBody } from './support/stream-rig';

interface JobEvent {
  status: { jobId: string; stageNum: number; workerNumber: number; state: string; message: string };
}

describe('the stream of a job’s status', () => {
  const rig = StreamRig.use();
  const follow = (path: string, base?: string) => {
    const client = rig.connect(path, base);
    const events: JobEvent[] = [];
    client.socket.on('message', (data: Buffer) => events.push(JSON.parse(data.toString()) as JobEvent));
    return { ...client, events };
  };

  /** Causes many events of a job. */
  const burstOf = async (count: number, jobId: string, size = 0) => {
    const database = rig.service.app.get(DataSource, { strict: false });
    const [last]: { sequence: number | string }[] = await database.query(
      'SELECT sequence FROM jobs WHERE id = ?',
      [jobId],
    );
    const padding = 'x'.repeat(size);
    const rows = Array.from({ length: count }, (_, i) => [
      jobId,
      Number(last?.sequence) + i + 1,
      JSON.stringify({ jobId, workerNumber: 7, state: 'Started', message: `burst ${i}`, padding }),
    ]);
    for (let from = 0; from < count; from += 100) {
      const some = rows.slice(from, from + 100);
      await database.query('INSERT INTO job_events (job_id, sequence, event) VALUES ?', [some]);
    }
    await database.query('UPDATE jobs SET sequence = sequence + ? WHERE id = ?', [count, jobId]);
  };

  it('[V1-STREAM-1] sends past and then live events, on any replica', async () => {
    await rig.api.createCluster('watched', oneWorker);
    const jobId = await rig.launch('watched');
    const { socket, events } = follow(`jobStatusStream/${jobId}`, rig.replica.url);
    await eventually('the recent events', () =>
      events.some((event) => event.status.message.includes('transitioning to Active')),
    );
    expect(events[0]?.status).toMatchObject({
      jobId,
      workerNumber: -1,
      state: 'Accepted',
      message: `${jobId} Job request received`,
    });
    const workerStates = () =>
      events.filter((event) => event.status.workerNumber === 1).map((event) => event.status.state);
    expect(workerStates()).toEqual(['Launched', 'StartInitiated', 'Started']);
    await (await rig.node.worker(jobId, 1)).exit(137);
    await eventually('news of the new worker', () =>
      events.some((event) => event.status.workerNumber === 2 && event.status.state === 'Started'),
    );
    expect(workerStates().at(-1)).toBe('Failed');
    await rig.api.call('DELETE', `jobs/${jobId}`);
    await eventually('news of the end', () =>
      events.some((event) => event.status.message.includes('job shutdown')),
    );
    expect(new Set(events.map((event) => JSON.stringify(event))).size).toBe(events.length);
    socket.close();
  });

  it('[V1-STREAM-1] reports a worker whose process ended as terminated, without a stage, and a lost one as lost', async () => {
    await rig.api.createCluster('ended', oneWorker);
    const jobId = await rig.launch('ended');
    const { socket, events } = follow(`jobStatusStream/${jobId}`);
    const told = (number: number) =>
      events.filter(({ status }) => status.workerNumber === number && status.state === 'Failed');
    const terminated = (number: number) => ({
      status: expect.objectContaining({
        stageNum: -1,
        workerIndex: 0,
        workerNumber: number,
        message: `${jobId}-worker-0-${number} worker terminated`,
      }) as unknown,
    });
    const failed = (number: number, message: string) => ({
      status: expect.objectContaining({
        stageNum: 1,
        message: `${jobId}-worker-0-${number} ${message}`,
      }) as unknown,
    });
    await (await rig.node.worker(jobId, 1)).exit(137);
    await (await rig.node.worker(jobId, 2)).exit(0);
    const third = await rig.node.worker(jobId, 3);
    // Its process ends before the node stops it.
    third.stopped = true;
    await third.post('Failed', { message: 'disk full' });
    await third.exit(1);
    const fourth = await rig.node.worker(jobId, 4);
    const launches = rig.service.app.get(LaunchesService, { strict: false });
    await launches.lose(fourth.offer.launchId, 'its node does not know it any more');
    await rig.node.worker(jobId, 5);
    const body = { JobId: jobId, workerNumber: 5, user: 'ann', reason: 'a look' };
    await rig.api.post(`jobs/${jobId}/actions/resubmitWorker`, body);
    await (await rig.node.worker(jobId, 6)).exit(64);
    await rig.api.state(jobId, 'Failed');
    await eventually('the end', () => told(6).length > 0);
    expect([1, 2, 3, 4, 5, 6].flatMap(told)).toEqual([
      terminated(1),
      terminated(2),
      failed(3, 'disk full'),
      terminated(3),
      failed(4, 'resubmitting lost worker '),
      failed(5, 'resubmitted by ann: a look'),
      terminated(6),
    ]);
    const why = `${jobId} job shutdown, reason: worker terminated with exit code 64`;
    expect(events.map(({ status }) => status.message)).toContain(why);
    socket.close();
  });

  it('[V1-STREAM-1] sends every event of a burst, in order', async () => {
    await rig.api.createCluster('bursting', oneWorker);
    const jobId = await rig.launch('bursting');
    const { socket, events } = follow(`jobStatusStream/${jobId}`);
    await eventually('the recent events', () => events.length > 0);
    await burstOf(250, jobId);
    const burst = () =>
      events.map(({ status }) => status.message).filter((message) => message.startsWith('burst '));
    await eventually('the whole burst', () => burst().length === 250);
    expect(burst()).toEqual(Array.from({ length: 250 }, (_, i) => `burst ${i}`));
    socket.close();
  });

  it.each([
    ['jobStatusStream', 100, 'recent'],
    ['jobstatus', 25, 'fewer'],
    ['../../jobstatus', 25, 'unversioned'],
  ])('[V1-STREAM-1] %s begins with the last %i events', async (path, recent, cluster) => {
    await rig.api.createCluster(cluster, oneWorker);
    const jobId = await rig.launch(cluster);
    await burstOf(150, jobId);
    const { socket, events } = follow(`${path}/${jobId}`);
    await eventually('the last one', () => events.at(-1)?.status.message === 'burst 149');
    expect(events).toHaveLength(recent);
    await rig.api.call('DELETE', `jobs/${jobId}?reason=`);
    await eventually('what happens', () =>
      events.some(({ status }) => status.message === `${jobId} Killing job, reason: no reason given`),
    );
    socket.close();
  });

  it.each([
    ['jobStatusStream', 'behind'],
    ['jobstatus', 'further-behind'],
  ])(
    '[V1-STREAM-11] %s keeps the newest 100 events for a slow client, and reports the lost ones',
    async (path, cluster) => {
      const third = await rig.startReplica();
      await rig.api.createCluster(cluster, oneWorker);
      const jobId = await rig.launch(cluster);
      const { socket, events, pings, closed } = follow(`${path}/${jobId}`, third.url);
      await eventually('the recent events', () => events.length > 0);
      const before = events.length;
      socket.pause();
      // The buffers between service and client are too small for all events.
      await burstOf(400, jobId, 60_000);
      const dropped = () => rig.metric('stream_dropped_messages_total', third.url);
      await eventually('some are given up while it does not read', async () => (await dropped()) > 0);
      const lost = await dropped();
      socket.resume();
      await eventually('the last one', () => events.at(-1)?.status.message === 'burst 399');
      const numbers = events.slice(before).map(({ status }) => Number(status.message.slice('burst '.length)));
      const early = 300 - lost;
      expect(numbers).toEqual([...Array(400).keys()].filter((number) => number < early || number >= 300));
      expect(pings).toContain(`${lost} messages dropped, this connection is too slow`);
      await third.close();
      expect(await closed).toEqual([1001, `${lost} messages dropped`]);
    },
  );

  it('refuses sockets at addresses that cannot be decoded with 400', async () => {
    const { answered } = rig.connect('jobStatusStream/x%zz');
    expect(await answered).toEqual({
      status: 400,
      body: errorBody(expect.stringContaining('invalid percent-encoding') as string),
    });
  });

  it('refuses sockets at other addresses with 404', async () => {
    const { answered } = rig.connect('nothing/x?a=1');
    expect(await answered).toEqual({
      status: 404,
      body: errorBody('There is no websocket at /api/v1/nothing/x'),
    });
  });
});
