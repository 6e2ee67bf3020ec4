import { LaunchEntity } from '@portolan/launches';
import { DataSource, In, type EntityManager } from 'typeorm';
import { Follower, Gates } from '../../follower';
import type { JobsService } from '../../support';
import { jobNameOf } from '../../../src/kubernetes/launch-job';
import { startKubernetes, startOwner, type StartedCluster } from './support';

describe('jobs in pods', () => {
  let owner: JobsService;
  let cluster: StartedCluster;

  beforeAll(async () => {
    owner = await startOwner();
    cluster = await startKubernetes(owner);
  });
  afterAll(async () => {
    await cluster.stop();
    await owner.stop();
  });

  const rows = (): EntityManager => owner.app.get(DataSource, { strict: false }).manager;
  const launchesOf = (...subjects: string[]): Promise<LaunchEntity[]> =>
    rows().findBy(LaunchEntity, { subject: In(subjects) });
  /** Submits a job that hangs in its first attempt, and waits until that runs. @returns the name of its Job, too */
  async function hangs(retry: object): Promise<{ id: string; name: string }> {
    const commandArgs = `'echo attempt $PORTOLAN_ATTEMPT; [ $PORTOLAN_ATTEMPT = 2 ] || sleep 1000'`;
    const id = await owner.client.submit({ commandArgs, retry });
    await owner.client.until(id, ['RUNNING']);
    const [launch] = await launchesOf(id);
    return { id, name: jobNameOf(launch?.id ?? '') };
  }
  const attemptsOf = async (id: string): Promise<unknown> =>
    (await owner.client.get(`/jobs/${id}/attempts`)).body;

  it('[V3-RETRY-3] are attempted again when their pod was evicted', async () => {
    const { id, name } = await hangs({ limit: 1, delaySeconds: 0 });
    await cluster.api.evict(name, 0);
    expect(await owner.client.ended(id)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await attemptsOf(id)).toMatchObject([
      {
        attempt: 1,
        exitCode: null,
        reason: 'Job was killed by system: its pod was evicted: The node was low on resource: memory.',
      },
      { attempt: 2, exitCode: 0, reason: null },
    ]);
  });

  it('[V3-RETRY-3] are attempted again when their pod was killed for its memory', async () => {
    const { id, name } = await hangs({ limit: 1, on: ['memory'], delaySeconds: 0 });
    await cluster.api.runOutOfMemory(name);
    expect(await owner.client.ended(id)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await attemptsOf(id)).toMatchObject([
      { attempt: 1, reason: 'Job exceeded memory limit.' },
      { attempt: 2, exitCode: 0 },
    ]);
  });

  it('[V3-ARRAY-2] are one pod for each element of an array', async () => {
    const commandArgs = `'echo $PORTOLAN_ARRAY_INDEX'`;
    const id = await owner.client.submit({ commandArgs, array: { size: 4, indexes: '0,2-3' } });
    expect(await owner.client.ended(id)).toMatchObject({ status: 'SUCCEEDED' });
    const launches = await launchesOf(`${id}.0`, `${id}.2`, `${id}.3`);
    expect(new Set(launches.map(({ nodeId }) => nodeId)).size).toBe(3);
  });

  it('[V3-FOLLOW-1] [V3-FOLLOW-5] are followed while they run, and into their archive', async () => {
    const gates = await Gates.create();
    const id = await owner.client.submit({ commandArgs: `'echo one; ${gates.wait('go')}; echo two'` });
    const follower = await Follower.open(owner.url, id, 'stdout?follow=true');
    await follower.has('one\n');
    await gates.open('go');
    expect(await follower.whole()).toBe('one\ntwo\n');
    await owner.client.ended(id);
    const later = await Follower.open(owner.url, id, 'stdout?follow=true&offset=4');
    expect(await later.whole()).toBe('two\n');
  });
});
