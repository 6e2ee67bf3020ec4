import { eventually, uniqueName } from '@portolan/service/testing';
import { register, startJobs, type JobsService } from '../../support';
import { RedisServers, askRedis } from './support/redis-servers';
import type { ServerProcess } from './support/server-process';

// Servers of its own, and a failover that takes some seconds.

const JOBS = 24;
const MASTER = 'portolan';

describe('Redis behind Sentinel', () => {
  let redis: RedisServers;
  let service: JobsService;
  let master: ServerProcess;
  let masterPort: number;
  let sentinelPort: number;

  beforeAll(async () => {
    redis = await RedisServers.create();
    const target = (port: number) => ({ url: `redis://127.0.0.1:${port}`, password: redis.password });
    ({ process: master, port: masterPort } = await redis.server({}, target));
    const replica = await redis.server({ replicaof: `127.0.0.1 ${masterPort}` }, target);
    await eventually('the replica follows', async () =>
      String(await askRedis(target(replica.port), 'INFO', 'replication')).includes('link_status:up'),
    );
    const sentinels = [];
    for (let i = 0; i < 3; i++) sentinels.push(await redis.sentinel(MASTER, masterPort, 2));
    sentinelPort = sentinels[0] ?? 0;
    await eventually('the sentinels know the replica and each other', async () => {
      const told = String(
        await askRedis({ url: `redis://127.0.0.1:${sentinelPort}` }, 'SENTINEL', 'master', MASTER),
      );
      return told.includes('num-slaves,1,num-other-sentinels,2');
    });
    service = await startJobs({
      env: {
        REDIS_URL: `redis+sentinel://${sentinels.map((port) => `127.0.0.1:${port}`).join(',')}/${MASTER}?db=0`,
        REDIS_PASSWORD: redis.password,
        NODE_SLOTS: '4',
      },
    });
    await register(service.client);
  });
  afterAll(async () => {
    await service.stop();
    await redis.stop();
  });

  it('fails over under load: every job runs, and none twice', async () => {
    const ledger = `/tmp/portolan-${uniqueName()}`;
    const submit = (): Promise<string> =>
      service.client.submit({ commandArgs: `'echo $PORTOLAN_JOB_ID >> ${ledger}; sleep 0.3'` });
    const before = await Promise.all(Array.from({ length: JOBS / 2 }, submit));
    await service.client.until(before[0] ?? '', ['RUNNING', 'SUCCEEDED']);

    await master.kill();
    // The service detects the failover itself. Jobs accepted in the meantime wait for the new master.
    const during = await Promise.all(Array.from({ length: JOBS / 2 }, submit));
    await eventually('the sentinels have named another master', async () => {
      const address = await askRedis(
        { url: `redis://127.0.0.1:${sentinelPort}` },
        'SENTINEL',
        'get-master-addr-by-name',
        MASTER,
      );
      return !String(address).includes(String(masterPort));
    });
    for (const id of [...before, ...during])
      expect((await service.client.ended(id)).status).toBe('SUCCEEDED');

    const written = await service.client.submit({ commandArgs: `'cat ${ledger}; rm ${ledger}'` });
    await service.client.ended(written);
    const { body } = await eventually('the output', async () => {
      const answer = await service.client.get<string>(`/jobs/${written}/output/stdout`);
      return answer.status === 200 && answer;
    });
    expect(body.trim().split('\n').sort()).toEqual([...before, ...during].sort());
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  });
});
