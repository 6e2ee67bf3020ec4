import { setTimeout as delay } from 'node:timers/promises';
import { Queues, type KnownSchedule } from '@portolan/messaging';
import { withQueue } from '@portolan/messaging/testing';
import { TEST_SERVERS, eventually, type TestService } from '@portolan/service/testing';
import { cronFiresQueue, cronScheduleId } from '../src/cron-triggers/cron-fires.queue';
import { CronTriggersService } from '../src/cron-triggers/cron-triggers.service';
import type { StreamJobResponse } from '../src/jobs/job-record.dto';
import { Api, oneWorker, stage, startStreaming } from './support/api';
import { TestNode } from './support/test-node';

const EVERY_SECOND = '0/1 * * * * ?';
const NEVER_NOW = '0 0 0 1 1 ? 2090';

describe('cron', () => {
  let service: TestService;
  let replica: TestService;
  let api: Api;
  let node: TestNode;
  let queues: Queues;
  beforeAll(async () => {
    const env = { LOG_LEVEL: 'silent' };
    service = await startStreaming({ env });
    const { database, queuePrefix } = service;
    replica = await startStreaming({ env, database, queuePrefix });
    api = new Api(service.url);
    node = await TestNode.start(service);
    queues = new Queues({ redis: TEST_SERVERS.redis, prefix: queuePrefix, onError: () => undefined });
  });
  afterAll(async () => {
    await queues.close();
    await node.stop();
    await replica.close();
    await service.stop();
  });

  const jobs = async (cluster: string): Promise<StreamJobResponse[]> =>
    (await api.get<{ list: StreamJobResponse[] }>(`jobClusters/${cluster}/jobs?activeOnly=false`)).body.list;
  const fire = (cluster: string, fireAt: number, { app } = service, spec = NEVER_NOW): Promise<void> =>
    app.get(CronTriggersService).fire({ cluster, spec }, fireAt);
  const schedule = async (cluster: string): Promise<KnownSchedule | undefined> =>
    (await queues.schedules(cronFiresQueue)).find(({ id }) => id === cronScheduleId(cluster));
  const emptyRedis = (): Promise<void> => {
    const target = { redis: TEST_SERVERS.redis, prefix: service.queuePrefix };
    return withQueue(target, cronFiresQueue, (queue) => queue.obliterate({ force: true }));
  };
  const settle = async (): Promise<void> => {
    await eventually('nothing waits to fire now', async () => {
      const { wait, active } = await queues.counts(cronFiresQueue);
      return wait + active === 0;
    });
  };

  it('[V1-CRON-1] [V1-CRON-2] [V1-CRON-4] [V1-CRON-7] starts one job of the cluster’s own definition, and keeps it', async () => {
    await api.createCluster('seconds', {
      ...oneWorker,
      parameters: [{ name: 'p', value: 'cluster' }],
      cronSpec: EVERY_SECOND,
      slaMin: 4,
      slaMax: 5,
    });
    const [job] = await eventually('a job', async () => {
      const list = await jobs('seconds');
      return list.length > 0 && list;
    });
    expect(job?.jobMetadata).toMatchObject({
      jobId: 'seconds-1',
      parameters: [{ name: 'p', value: 'cluster' }],
    });
    expect(job?.stageMetadataList[0]?.numWorkers).toBe(1);
    await api.state('seconds-1', 'Launched');
    // Two more fires must occur without an effect on the job: only time can pass.
    await delay(2200);
    expect((await jobs('seconds')).map((one) => one.jobMetadata.state)).toEqual(['Launched']);
    expect((await api.get('jobClusters/seconds')).body).toMatchObject({
      cronActive: true,
      sla: { min: 0, max: 1 },
    });
    await api.post('jobClusters/seconds/actions/disableCluster', { name: 'seconds', user: 'ann' });
  });

  it('[V1-CRON-7] starts one job for a repeated fire', async () => {
    await api.createCluster('repeated', { ...oneWorker, cronSpec: NEVER_NOW, cronPolicy: 'KEEP_NEW' });
    const fireAt = Date.now();
    await Promise.all([service, replica, service, replica].map((one) => fire('repeated', fireAt, one)));
    expect(await jobs('repeated')).toHaveLength(1);
  });

  it('[V1-CRON-5] replaces the running job with KEEP_NEW, once the new one is launched', async () => {
    await api.createCluster('newer', { ...oneWorker, cronSpec: NEVER_NOW, cronPolicy: 'KEEP_NEW' });
    const first = await api.submit('newer', { schedulingInfo: { stages: { '1': stage(2) } } });
    await api.state(first, 'Launched');
    await fire('newer', Date.now());
    const second = await api.state('newer-2', 'Launched');
    expect(second.stageMetadataList[0]?.numWorkers).toBe(1);
    await api.state(first, 'Completed');
  });

  it('[V1-CRON-6] drops a late fire, and one of an older spec', async () => {
    await api.createCluster('late', { ...oneWorker, cronSpec: NEVER_NOW });
    await fire('late', Date.now() - 11_000);
    await fire('late', Date.now(), service, EVERY_SECOND);
    expect(await jobs('late')).toEqual([]);
    await fire('late', Date.now());
    expect(await jobs('late')).toHaveLength(1);
  });

  it('[V1-CRON-3] fails to launch a job without a required parameter', async () => {
    await api.createCluster('lacking', { ...oneWorker, cronSpec: NEVER_NOW });
    await fire('lacking', Date.now());
    const failure = {
      code: 'missingParameter',
      message: 'required parameter x has no value',
      permanent: true,
    };
    await (await node.worker('lacking-1', 1)).end({ outcome: 'notStarted', failure });
    await api.state('lacking-1', 'Failed');
  });

  it('has one schedule for each cluster, which follows its spec by Quartz and ends with it', async () => {
    const every = (cronspec: string) =>
      api.post('jobClusters/followed/actions/updateSla', { name: 'followed', user: 'ann', cronspec });
    // 2 is Monday to Quartz, and Tuesday to others.
    await api.createCluster('followed', { ...oneWorker, cronSpec: '0 0 0 ? * 2' });
    const first = await eventually('a schedule', () => schedule('followed'));
    expect(new Date(first.next ?? 0).getUTCDay()).toBe(1);
    await every(NEVER_NOW);
    await eventually('its new time', async () => (await schedule('followed'))?.pattern === NEVER_NOW);
    expect((await schedule('followed'))?.next).toBe(Date.UTC(2090, 0, 1));
    await api.post('jobClusters/followed/actions/disableCluster', { name: 'followed', user: 'ann' });
    await eventually('no schedule', async () => !(await schedule('followed')));
  });

  it('is triggered again after Redis was emptied', async () => {
    await api.createCluster('emptied', { ...oneWorker, cronSpec: NEVER_NOW });
    await settle();
    await emptyRedis();
    const body = { name: 'emptied', user: 'ann', cronspec: EVERY_SECOND };
    expect((await api.post('jobClusters/emptied/actions/updateSla', body)).status).toBe(204);
    await eventually('a job', async () => (await jobs('emptied')).length > 0);
    await emptyRedis();
    await api.call('DELETE', 'jobs/emptied-1');
    await eventually('another job', async () => (await jobs('emptied')).length > 1);
    await api.post('jobClusters/emptied/actions/disableCluster', { name: 'emptied', user: 'ann' });
  });
});
