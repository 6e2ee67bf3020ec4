import { eventually, type TestService } from '@portolan/service/testing';
import type { StreamJobResponse } from '../src/jobs/job-record.dto';
import { Api, oneWorker, startStreaming } from './support/api';
import { TestNode } from './support/test-node';

const UNIQUE = { durationType: 'Perpetual', userProvidedType: '{"unique":"a"}' };

describe('jobs derived from earlier ones', () => {
  let service: TestService;
  let api: Api;
  let node: TestNode;
  beforeAll(async () => {
    service = await startStreaming({ env: { LOG_LEVEL: 'silent' } });
    api = new Api(service.url);
    node = await TestNode.start(service);
  });
  afterAll(async () => {
    await node.stop();
    await service.stop();
  });

  const metadata = async (jobId: string) => (await api.job(jobId)).jobMetadata;

  it('[V1-LIFE-15] keep the type of the earlier job, and replace it', async () => {
    await api.createCluster('again', oneWorker);
    const first = await api.submit('again', { jobSla: UNIQUE });
    const answer = await api.post<StreamJobResponse>('jobs/actions/quickSubmit', {
      name: 'again',
      user: 'bob',
    });
    const second = answer.body.jobMetadata;
    expect(second).toMatchObject({ jobId: 'again-2', user: 'bob', sla: UNIQUE });
    expect(await api.submit('again', { jobSla: UNIQUE })).toBe(second.jobId);
    await api.call('DELETE', `jobs/${second.jobId}`);
    expect(await api.submit('again', { jobSla: UNIQUE })).toBe(first);
    const update = { name: 'again', user: 'ann', version: '2', url: 'http://x/2.zip' };
    await api.post('jobClusters/again/actions/updateArtifact', update);
    expect(await metadata('again-3')).toMatchObject({ jarUrl: 'http://x/2.zip', sla: UNIQUE });
  });

  it('[V1-LIFE-15] [V1-CLUSTER-22] have the user and the type of the job that an SLA replaces', async () => {
    await api.createCluster('kept', oneWorker);
    const first = await api.submit('kept', { user: 'carol', jobSla: UNIQUE });
    const sla = { name: 'kept', user: 'ann', min: 1, max: 2 };
    expect((await api.post('jobClusters/kept/actions/updateSla', sla)).status).toBe(204);
    await api.call('DELETE', `jobs/${first}?user=carol&reason=test`);
    await eventually('it is replaced', async () => (await api.get('jobs/kept-2')).status === 200);
    const replacement = await metadata('kept-2');
    expect(replacement).toMatchObject({ user: 'carol', sla: UNIQUE });
    expect(replacement.labels).toContainEqual({ name: '_svc.isResubmit', value: 'true' });
    expect(await api.submit('kept', { jobSla: UNIQUE })).toBe('kept-2');
  });

  it('belong to the platform when an SLA starts the first job of a cluster', async () => {
    await api.createCluster('first', { ...oneWorker, slaMin: 1, slaMax: 1 });
    await eventually('it is started', async () => (await api.get('jobs/first-1')).status === 200);
    expect((await metadata('first-1')).user).toBe('portolan');
  });
});
