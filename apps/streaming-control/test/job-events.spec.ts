import { eventually } from '@portolan/service/testing';
import type { JobEvent } from '../src/jobs/job.entity';
import { StreamJobRepository } from '../src/jobs/job.repository';
import { oneWorker } from './support/api';
import { StreamRig, errorBody } from './support/stream-rig';

const STREAM = { accept: 'text/event-stream' };

describe('the events of a job', () => {
  const rig = StreamRig.use();
  const listed = async (jobId: string, query = '') =>
    (await rig.api.get<{ list: JobEvent[] }>(`jobs/${jobId}/events${query}`)).body.list;
  const ids = (raw: string) => [...raw.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
  const launched = async (cluster: string) => {
    await rig.api.createCluster(cluster, oneWorker);
    return rig.launch(cluster);
  };
  /** Kills a job and waits until its processes have ended. */
  const end = async (jobId: string) => {
    await rig.api.call('DELETE', `jobs/${jobId}`);
    await eventually('the end', async () =>
      (await listed(jobId)).some(({ message }) => message.endsWith('all processes have ended')),
    );
  };

  it('[V1-EVENT-1] are those of jobStatusStream, oldest first', async () => {
    const jobId = await launched('told');
    const { socket, messages } = rig.connect(`jobStatusStream/${jobId}`);
    const events = await eventually('all events', async () => {
      const list = await listed(jobId);
      return list.length === messages.length && list;
    });
    expect(events).toEqual(messages.map((text) => (JSON.parse(text) as { status: JobEvent }).status));
    expect(events[0]).toMatchObject({ jobId, workerNumber: -1, message: `${jobId} Job request received` });
    expect(events.at(-1)?.message).toContain('transitioning to Active');
    socket.close();
  });

  it('[V1-EVENT-1] state why a worker could not start', async () => {
    await rig.api.createCluster('unstartable', oneWorker);
    const jobId = await rig.api.submit('unstartable');
    const worker = await rig.node.worker(jobId, 1);
    worker.stopped = true;
    await worker.post('Failed', { message: 'no such artifact: 404' });
    await eventually('the reason', async () =>
      (await listed(jobId)).some(({ message }) => message.endsWith('no such artifact: 404')),
    );
  });

  it('[V1-EVENT-2] are the newest of those since a time', async () => {
    const jobId = await launched('counted');
    const all = await listed(jobId);
    expect(await listed(jobId, '?limit=2')).toEqual(all.slice(-2));
    const last = all.at(-1)?.timestamp ?? 0;
    const from = all.filter(({ timestamp }) => timestamp >= last);
    expect(await listed(jobId, `?since=${last}`)).toEqual(from);
    expect(await listed(jobId, `?since=${last + 1}`)).toEqual([]);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=10001', 'limit'],
    ['since=yesterday', 'since'],
    ['sinec=5', 'sinec'],
  ])('[V1-EVENT-2] refuse %s', async (query, name) => {
    const { status, body } = await rig.api.get<{ error: string }>(`jobs/told-1/events?${query}`);
    expect([status, body.error]).toEqual([400, expect.stringContaining(name)]);
  });

  it('[V1-EVENT-3] arrive on any replica as they happen, until the job has ended', async () => {
    const jobId = await launched('streamed');
    const reader = await rig.open(`jobs/${jobId}/events?limit=1`, rig.replica.url, STREAM);
    await reader.json<JobEvent>('the last one', ({ message }) => message.includes('transitioning'));
    expect(reader.events).toHaveLength(1);
    await end(jobId);
    await reader.end();
    const all = await listed(jobId);
    const seen = reader.events.map((text) => JSON.parse(text) as JobEvent);
    expect(seen).toEqual(all.slice(-seen.length));
    expect(seen.at(-1)).toMatchObject({ state: 'Completed', message: `${jobId} all processes have ended` });
    expect(ids(reader.raw)).toEqual(seen.map((_, i) => all.length - seen.length + i + 1));
  });

  it('[V1-EVENT-3] are a list for a client that refuses a stream, or prefers JSON', async () => {
    const jobId = await launched('asked');
    for (const accept of ['text/event-stream;q=0, */*', 'application/json, text/event-stream;q=0.5']) {
      const response = await fetch(`${rig.replica.url}/api/v1/jobs/${jobId}/events`, { headers: { accept } });
      expect(response.headers.get('content-type')).toContain('application/json');
      await response.body?.cancel();
    }
  });

  it('[V1-EVENT-3] end a stream whose events cannot be read: its client connects again', async () => {
    const jobId = await launched('unread');
    const reader = await rig.open(`jobs/${jobId}/events`, rig.replica.url, STREAM);
    await reader.json<JobEvent>('the last one', ({ message }) => message.includes('transitioning'));
    const jobs = rig.replica.app.get(StreamJobRepository, { strict: false });
    const before = reader.events.length;
    jest.spyOn(jobs, 'eventsAfter').mockRejectedValueOnce(new Error('away'));
    const body = { JobId: jobId, workerNumber: 1, user: 'ann', reason: 'a look' };
    await rig.api.post(`jobs/${jobId}/actions/resubmitWorker`, body);
    await reader.end();
    expect(reader.events).toHaveLength(before);
  });

  it('[V1-EVENT-4] go on after the last one that the client names, and end with 204', async () => {
    const jobId = await launched('resumed');
    await end(jobId);
    const after = async (id: string) => {
      const url = `${rig.replica.url}/api/v1/jobs/${jobId}/events?limit=1`;
      const response = await fetch(url, { headers: { ...STREAM, 'last-event-id': id } });
      return [response.status, ids(await response.text())];
    };
    const count = (await listed(jobId)).length;
    expect(await after('0')).toEqual([200, Array.from({ length: count }, (_, i) => i + 1)]);
    expect(await after(String(count - 2))).toEqual([200, [count - 1, count]]);
    expect(await after(String(count))).toEqual([204, []]);
    expect(await after(String(count + 1))).toEqual([200, [count]]);
  });

  it('[V1-EVENT-1] are 404 for an unknown job', async () => {
    expect(await rig.api.get('jobs/nothing-1/events')).toMatchObject({
      status: 404,
      body: errorBody("Job nothing-1 doesn't exist"),
    });
  });
});
