import type { TestService } from '@portolan/service/testing';
import type { JobClusterResponse } from '../src/clusters/cluster-record';
import type { StreamJobResponse } from '../src/jobs/job-record.dto';
import { JobSubmissionService } from '../src/submission/job-submission.service';
import { Api, oneWorker, stage, startStreaming } from './support/api';

describe('versions of job clusters', () => {
  let service: TestService;
  let api: Api;
  beforeAll(async () => {
    service = await startStreaming({ env: { LOG_LEVEL: 'silent' } });
    api = new Api(service.url);
  });
  afterAll(() => service.stop());

  const read = async (name: string): Promise<JobClusterResponse> =>
    (await api.get<JobClusterResponse>(`jobClusters/${name}`)).body;
  const act = (name: string, action: string, body: object) =>
    api.post<{ error: string } | undefined>(`jobClusters/${name}/actions/${action}`, body);

  it('[V1-CLUSTER-25] are added with other resources and the newest artifact', async () => {
    await api.createCluster('resized', oneWorker);
    const running = await api.submit('resized');
    const stages = { '1': stage('2'), '2': stage(1) };
    const body = { version: 2, schedulingInfo: { stages } };
    expect(await act('resized', 'updateSchedulingInfo', body)).toMatchObject({
      status: 204,
      body: undefined,
    });
    const record = await read('resized');
    expect(record.latestVersion).toBe('2');
    expect(record.jars.map((jar) => [jar.version, jar.url])).toEqual([
      ['1', 'http://127.0.0.1:9/sine.zip'],
      ['2', 'http://127.0.0.1:9/sine.zip'],
    ]);
    expect(record.jars[1]?.schedulingInfo.stages['1']).toMatchObject({
      numberOfInstances: 2,
      machineDefinition: { cpuCores: 1, memoryMB: 64 },
    });
    const counts = async (jobId: string) =>
      (await api.job(jobId)).stageMetadataList.map((one) => one.numWorkers);
    expect([await counts(running), await counts(await api.submit('resized'))]).toEqual([[1], [2, 1]]);
  });

  it('[V1-CLUSTER-25] are not added with invalid resources, nor twice', async () => {
    await api.createCluster('kept', oneWorker);
    const valid = { version: '2', schedulingInfo: { stages: { '1': stage(1) } } };
    const answers = [
      await act('kept', 'updateSchedulingInfo', { ...valid, version: '1' }),
      await act('kept', 'updateSchedulingInfo', { ...valid, name: 'other' }),
      await act('kept', 'updateSchedulingInfo', { schedulingInfo: valid.schedulingInfo }),
      await act('kept', 'updateSchedulingInfo', { version: '2' }),
      await act('kept', 'updateSchedulingInfo', { ...valid, schedulingInfo: { stages: { '2': stage(1) } } }),
      await act('nobody', 'updateSchedulingInfo', valid),
    ];
    expect(answers.map((answer) => [answer.status, answer.body?.error])).toEqual([
      [400, 'Job cluster kept not updated as the version 1 is not unique'],
      [400, expect.stringContaining('does not match with what specified in resource path kept')],
      [400, expect.stringContaining('version')],
      [400, expect.stringContaining('schedulingInfo')],
      [400, expect.stringContaining('stage 1')],
      [404, "JobCluster nobody doesn't exist"],
    ]);
    expect((await read('kept')).jars).toHaveLength(1);
  });

  it('[V1-CLUSTER-12] [V1-ENABLE-2] are added to a disabled cluster without a new job', async () => {
    await api.createCluster('paused', oneWorker);
    await api.submit('paused');
    const asked = { name: 'paused', user: 'ann' };
    expect((await act('paused', 'disableCluster', asked)).status).toBe(204);
    const answer = await act('paused', 'updateArtifact', { ...asked, version: '2', url: 'http://x/2.zip' });
    expect([answer.status, answer.headers.get('location')]).toEqual([204, null]);
    expect(await read('paused')).toMatchObject({ latestVersion: '2', disabled: true, lastJobCount: 1 });
    expect((await act('paused', 'enableCluster', asked)).status).toBe(204);
    const next = await api.post<StreamJobResponse>('jobs/actions/quickSubmit', asked);
    expect(next.body.jobMetadata).toMatchObject({ jobId: 'paused-2', jarUrl: 'http://x/2.zip' });
  });

  it('[V1-ERR-6] are not added by updateArtifact when their job cannot be submitted', async () => {
    await api.createCluster('whole', oneWorker);
    await api.submit('whole');
    const before = await read('whole');
    const submission = service.app.get(JobSubmissionService, { strict: false });
    const submit = submission.quickSubmitWithin.bind(submission);
    jest.spyOn(submission, 'quickSubmitWithin').mockImplementationOnce(async (...submitted) => {
      await submit(...submitted);
      throw new Error('the database is away');
    });
    const asked = { name: 'whole', user: 'ann', version: '2', url: 'http://x/2.zip' };
    expect((await act('whole', 'updateArtifact', asked)).status).toBe(500);
    expect(await read('whole')).toEqual(before);
    const again = await act('whole', 'updateArtifact', asked);
    expect([again.status, again.headers.get('location')]).toEqual([204, '/api/v1/jobs/whole-2']);
  });
});
