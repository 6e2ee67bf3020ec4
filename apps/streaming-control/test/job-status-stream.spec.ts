import { eventually } from '@portolan/service/testing';
import { DataSource } from 'typeorm';
import { oneWorker } from './support/api';
import { StreamRig } from './support/stream-rig';

interface JobEvent {
  status: { jobId: string; stageNum: number; workerNumber: number; state: string; message: string };
}

jest.setTimeout(60_000);

describe('the stream of a job’s status', () => {
  const rig = StreamRig.use();
  const follow = (path: string, base?: string) => {
    const client = rig.connect(path, base);
    const events: JobEvent[] = [];
    client.socket.on('message', (data: Buffer) => events.push(JSON.parse(data.toString()) as JobEvent));
    return { ...client, events };
  };

  it('[V1-STREAM-1] send what happened to a job and then what happens, on any replica', async () => {
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

  it('[V1-STREAM-1] send every event of a burst, in order', async () => {
    await rig.api.createCluster('bursting', oneWorker);
    const jobId = await rig.launch('bursting');
    const { socket, events } = follow(`jobStatusStream/${jobId}`);
    await eventually('the recent events', () => events.length > 0);
    const database = rig.service.app.get(DataSource, { strict: false });
    const last: { sequence: number | string }[] = await database.query(
      'SELECT sequence FROM jobs WHERE id = ?',
      [jobId],
    );
    const rows = Array.from({ length: 250 }, (_, i) => [
      jobId,
      Number(last[0]?.sequence) + i + 1,
      JSON.stringify({ jobId, workerNumber: 7, state: 'Started', message: `burst ${i}` }),
    ]);
    await database.query('INSERT INTO job_events (job_id, sequence, event) VALUES ?', [rows]);
    await database.query('UPDATE jobs SET sequence = sequence + 250 WHERE id = ?', [jobId]);
    const burst = () =>
      events.map(({ status }) => status.message).filter((message) => message.startsWith('burst '));
    await eventually('the whole burst', () => burst().length === 250);
    expect(burst()).toEqual(Array.from({ length: 250 }, (_, i) => `burst ${i}`));
    socket.close();
  });

  it('refuse sockets at other addresses with 404', async () => {
    const { socket } = rig.connect('nothing/x');
    const status = await new Promise<number>((resolve) => {
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('error', () => undefined);
    });
    expect(status).toBe(404);
  });
});
