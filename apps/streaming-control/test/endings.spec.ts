import { eventually, type TestService } from '@portolan/service/testing';
import { DataSource } from 'typeorm';
import { Api, oneWorker, startStreaming } from './support/api';
import { TestNode, type HeldLaunch } from './support/test-node';

/** Makes a sink worker report its subscribers with each heartbeat. @returns a function that stops the heartbeats */
const heartbeats = (worker: HeldLaunch, subscribed: () => boolean): (() => Promise<void>) =>
  worker.beat(100, () => [{ type: 'SubscriptionState', data: String(subscribed()) }]);

describe('automatic ends', () => {
  let service: TestService;
  let api: Api;
  let node: TestNode;
  const beats: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const env = {
      LOG_LEVEL: 'silent',
      WORKER_HEARTBEAT_MS: '1000',
      JOB_EVENTS_KEPT: '15',
      ARCHIVED_WORKERS_KEPT: '3',
      RESUBMIT_WINDOW_MS: '500',
    };
    service = await startStreaming({
      env: { ...env, JOB_RETENTION_MS: '4000', RETENTION_TICK_MS: '100' },
    });
    api = new Api(service.url);
    node = await TestNode.start(service);
  });
  afterEach(async () => {
    await Promise.all(beats.splice(0).map((end) => end()));
  });
  afterAll(async () => {
    await node.stop();
    await service.stop();
  });

  const rows = async (sql: string, ...values: unknown[]): Promise<number> => {
    const [row] = await service.app.get(DataSource).query<{ found: string }[]>(sql, values);
    return Number(row?.found);
  };

  it('[V1-LIFE-9] a Transient job without subscribers, after its time; not with one, and not a Perpetual job', async () => {
    await api.createCluster('transient', oneWorker);
    const transient = { durationType: 'Transient', minRuntimeSecs: 0, runtimeLimitSecs: 0 };
    const submit = (durationType: string, minRuntimeSecs = 0) =>
      api.submit('transient', {
        jobSla: { ...transient, durationType, minRuntimeSecs },
        subscriptionTimeoutSecs: 1,
      });
    const [left, listened, perpetual, young] = [
      await submit('Transient'),
      await submit('Transient'),
      await submit('Perpetual'),
      await submit('Transient', 600),
    ];
    let somebody = true;
    for (const [jobId, subscribed] of [
      [left, () => false],
      [listened, () => somebody],
      [perpetual, () => false],
      [young, () => false],
    ] as const) {
      beats.push(heartbeats(await node.worker(jobId, 1), subscribed));
    }
    await api.state(left, 'Completed');
    const events = await rows(
      `SELECT COUNT(*) AS found FROM job_events WHERE job_id = ? AND event LIKE '%No subscriptions for % secs%'`,
      left,
    );
    expect(events).toBeGreaterThan(0);
    for (const jobId of [listened, perpetual, young]) {
      expect((await api.job(jobId)).jobMetadata.state).toBe('Launched');
    }
    somebody = false;
    await api.state(listened, 'Completed');
    expect((await api.job(perpetual)).jobMetadata.state).toBe('Launched');
    expect((await api.job(young)).jobMetadata.state).toBe('Launched');
  });

  it('[V1-LIFE-13] a job that has run for its runtimeLimitSecs, counted from its start', async () => {
    await api.createCluster('limited', oneWorker);
    const jobSla = { durationType: 'Perpetual', runtimeLimitSecs: '1' };
    const jobId = await api.submit('limited', { jobSla });
    const unlimited = await api.submit('limited', { jobSla: { durationType: 'Perpetual' } });
    const { jobMetadata, terminatedAt } = await api.state(jobId, 'Completed');
    expect(terminatedAt - jobMetadata.startedAt).toBeGreaterThanOrEqual(1000);
    expect((await api.job(unlimited)).jobMetadata.state).toBe('Launched');
  });

  it('[V1-LIFE-10] finished jobs are removed with all their data, except for the newest of a cluster', async () => {
    await api.createCluster('kept', oneWorker);
    const [first, second] = [await api.submit('kept'), await api.submit('kept')];
    for (const jobId of [first, second]) {
      await api.state(jobId, 'Launched');
      await api.call('DELETE', `jobs/${jobId}`);
    }
    await eventually('the first is gone', async () => (await api.get(`jobs/${first}`)).status === 404);
    for (const table of ['workers', 'job_stages', 'job_events']) {
      expect(await rows(`SELECT COUNT(*) AS found FROM ${table} WHERE job_id = ?`, first)).toBe(0);
    }
    const launches = `SELECT COUNT(*) AS found FROM launches WHERE subject LIKE CONCAT(?, '-worker-%')`;
    expect(await rows(launches, first)).toBe(0);
    expect((await api.job(second)).jobMetadata.state).toBe('Completed');
    expect(await rows(launches, second)).toBe(1);
  });

  it('all but the newest events and archived workers of a job are removed', async () => {
    await api.createCluster('eventful', oneWorker);
    const jobId = await api.submit('eventful');
    await api.state(jobId, 'Launched');
    for (let number = 2; number <= 10; number += 1) {
      const body = { JobId: jobId, workerNumber: number - 1, user: 'ann' };
      expect((await api.post(`jobs/${jobId}/actions/resubmitWorker`, body)).status).toBe(204);
    }
    const { sequence } = await eventually('everything has happened', async () => {
      if ((await api.started(jobId)).join() !== '10') return undefined;
      const sequence = await rows('SELECT sequence AS found FROM jobs WHERE id = ?', jobId);
      return sequence > 15 && { sequence };
    });
    await eventually(
      `of ${sequence} events the newest 15 are left`,
      async () => (await rows('SELECT COUNT(*) AS found FROM job_events WHERE job_id = ?', jobId)) === 15,
    );
    await eventually(
      'of nine archived workers the newest three are left',
      async () => (await rows('SELECT COUNT(*) AS found FROM workers WHERE job_id = ?', jobId)) === 4,
    );
    const { list } = (await api.get<{ list: { workerNumber: number }[] }>(`jobs/${jobId}/archivedWorkers`))
      .body;
    expect(list.map((worker) => worker.workerNumber)).toEqual([7, 8, 9]);
    const launch = 'SELECT COUNT(*) AS found FROM launches WHERE subject = ?';
    expect(await rows(launch, `${jobId}-worker-0-1`)).toBe(0);
    expect(await rows(launch, `${jobId}-worker-0-10`)).toBe(1);
    const oldest = await rows('SELECT MIN(sequence) AS found FROM job_events WHERE job_id = ?', jobId);
    const newest = await rows('SELECT sequence AS found FROM jobs WHERE id = ?', jobId);
    expect(newest - oldest).toBe(14);
  });
});
