import { Transactions } from '@portolan/service';
import { eventually, lockWaits, type TestService } from '@portolan/service/testing';
import { DataSource } from 'typeorm';
import { JobChangesService } from '../src/jobs/job-changes.service';
import { StreamRetentionRepository } from '../src/retention/stream-retention.repository';
import { Api, startStreaming } from './support/api';

describe('a job that is removed while its last worker reports', () => {
  let service: TestService;
  let api: Api;
  beforeAll(async () => {
    service = await startStreaming();
    api = new Api(service.url);
  });
  afterAll(() => service.stop());

  const query = <R>(statement: string, values: unknown[] = []): Promise<R[]> =>
    service.app.get(DataSource, { strict: false }).query<R[]>(statement, values);

  /** Changes a job, and commits only when `removal` waits for the job. */
  async function changeDuring(jobId: string, removal: () => Promise<unknown>): Promise<void> {
    const changes = service.app.get(JobChangesService, { strict: false });
    let removed: Promise<unknown> | undefined;
    await service.app.get(Transactions, { strict: false }).run((transaction) =>
      changes.within(transaction, jobId, async (change) => {
        removed = removal();
        const database = service.app.get(DataSource, { strict: false });
        await eventually('the removal waits for the job', async () => (await lockWaits(database)) > 0);
        change.noteJob('a late report');
      }),
    );
    await removed;
  }

  async function endedJob(cluster: string): Promise<string> {
    const jobId = await api.submit(cluster);
    await api.call('DELETE', `jobs/${jobId}`);
    await api.state(jobId, 'Completed');
    return jobId;
  }

  const leftOver = (jobId: string): Promise<unknown[]> =>
    query('SELECT sequence FROM job_events WHERE job_id = ?', [jobId]);

  it('leaves no events when its cluster is deleted, so that its id can be used again', async () => {
    await api.createCluster('again');
    const jobId = await endedJob('again');
    await changeDuring(jobId, () => api.call('DELETE', 'jobClusters/again?user=ann'));
    expect(await leftOver(jobId)).toEqual([]);
    await api.createCluster('again');
    expect(await endedJob('again')).toBe(jobId);
  });

  it('leaves no events when it has expired', async () => {
    await api.createCluster('kept');
    const jobId = await endedJob('kept');
    await endedJob('kept');
    const retention = service.app.get(StreamRetentionRepository, { strict: false });
    await changeDuring(jobId, () => retention.deleteJobs(Date.now() + 1000, 100));
    expect(await leftOver(jobId)).toEqual([]);
  });
});
