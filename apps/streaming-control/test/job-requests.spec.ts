import { ServiceLogger } from '@portolan/service';
import { eventually, type TestService } from '@portolan/service/testing';
import type { JobClusterResponse } from '../src/clusters/cluster-record';
import type { StreamJobResponse, WorkerResponse } from '../src/jobs/job-record.dto';
import { Api, definition, oneWorker, stage, startStreaming, submission } from './support/api';
import { TestNode } from './support/test-node';

interface Problem {
  error: string;
}

describe('requests about jobs', () => {
  let service: TestService;
  let api: Api;
  let node: TestNode;
  beforeAll(async () => {
    service = await startStreaming({ env: { LOG_LEVEL: 'silent', JOB_ACCEPTED_WARN_MS: '300' } });
    api = new Api(service.url);
    node = await TestNode.start(service);
  });
  afterAll(async () => {
    await node.stop();
    await service.stop();
  });

  it.each([
    ['jobs', submission('nobody')],
    ['jobClusters/nobody/jobs', submission('nobody')],
    ['jobs/actions/quickSubmit', { name: 'nobody', user: 'ann' }],
    ['jobsubmitandconnect', submission('nobody')],
  ])('[V1-ERR-2] that submit by %s to an unknown cluster answer 404', async (path, body) => {
    const answer = await api.post<Problem>(path, body);
    expect([answer.status, answer.body.error]).toEqual([404, "Job Cluster nobody doesn't exist"]);
  });

  it.each(['jobs', 'jobClusters/any/jobs', 'jobs/actions/quickSubmit', 'jobsubmitandconnect'])(
    '[V1-ERR-1] that submit by %s without a name answer 400',
    async (path) => {
      for (const more of [{}, { name: '' }, { name: null }]) {
        const answer = await api.post<Problem>(path, { ...submission('x'), name: undefined, ...more });
        expect([answer.status, answer.body.error]).toEqual([400, 'Job definition must include name']);
      }
    },
  );

  it('[V1-JOB-6] that submit jobs of one cluster concurrently each get their own job or refusal', async () => {
    await api.createCluster('crowd', oneWorker);
    const jobSla = { durationType: 'Perpetual', userProvidedType: '{"unique":"crowd"}' };
    const bodies = Array.from({ length: 24 }, (_, index) => ({
      ...submission('crowd'),
      ...(index % 3 === 1 && { jobSla }),
      ...(index % 3 === 2 && { version: 'unknown' }),
    }));
    const answers = await Promise.all(
      bodies.map((body) => api.post<StreamJobResponse>('jobClusters/crowd/jobs', body)),
    );
    const ids = (rest: number) =>
      answers.filter((_, index) => index % 3 === rest).map(({ body }) => body.jobMetadata?.jobId);
    expect(answers.map(({ status }) => status)).toEqual(
      bodies.map((_, index) => (index % 3 === 2 ? 400 : 201)),
    );
    expect(new Set(ids(0)).size).toBe(8);
    expect(new Set(ids(1)).size).toBe(1);
    const { body } = await api.get<{ list: StreamJobResponse[] }>('jobClusters/crowd/jobs?activeOnly=false');
    const numbers = body.list.map(({ jobMetadata }) => Number(jobMetadata.jobId.split('-').at(-1)));
    expect(numbers.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('[V1-JOB-6] that submit a job are answered with the record that can be read afterwards', async () => {
    await api.createCluster('read', {
      schedulingInfo: { stages: { '1': stage(2, { hardConstraints: ['M3Cluster'] }) } },
    });
    const { body } = await api.post<StreamJobResponse>('jobClusters/read/jobs', submission('read'));
    expect(await api.job(body.jobMetadata.jobId)).toEqual(body);
  });

  it('[V1-FIELD-14] accept numbers and booleans for texts', async () => {
    const created = await api.post<JobClusterResponse>('jobClusters', {
      jobDefinition: {
        ...(definition('texts', oneWorker) as { jobDefinition: object }).jobDefinition,
        user: 7,
        labels: [{ name: 1, value: 2 }],
        parameters: [{ name: 3, value: 4 }],
      },
      owner: { name: 5, teamName: true, description: 6, contactEmail: 7, repo: 8 },
    });
    expect([created.status, created.body]).toMatchObject([
      201,
      {
        labels: [{ name: '1', value: '2' }],
        parameters: [{ name: '3', value: '4' }],
        owner: { name: '5', teamName: 'true', description: '6', contactEmail: '7', repo: '8' },
      },
    ]);
    const job = await api.post<StreamJobResponse>('jobs', submission('texts', { user: 9 }));
    expect(job.body.jobMetadata).toMatchObject({ jobId: 'texts-1', user: '9' });
    await api.state('texts-1', 'Launched');
    const scaled = { StageNumber: 1, NumWorkers: 2, User: 1, Reason: 2 };
    const resubmitted = { workerNumber: 1, user: 1, reason: 2 };
    const status = { workerNumber: 1, state: 'Noop', type: 'INFO', message: 1, hostname: 2, reason: 3 };
    const answers = [
      await api.post('jobs/texts-1/actions/scaleStage', scaled),
      await api.post('jobs/texts-1/actions/resubmitWorker', resubmitted),
      await api.post('jobs/texts-1/actions/postJobStatus', { status }),
      await api.post('jobClusters/texts/actions/disableCluster', { name: 'texts', user: 7 }),
      await api.call('DELETE', 'jobClusters/texts?user=7'),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([204, 204, 204, 204, 202]);
  });

  it('[V1-FIELD-9] [V1-FIELD-11] show the fields that clients expect, also without values', async () => {
    const machineDefinition = { cpuCores: 1, memoryMB: 64, numPorts: 0 };
    const stages = { '1': stage(1, { machineDefinition }), '2': stage(1) };
    await api.createCluster('shown', { schedulingInfo: { stages } });
    const jobId = await api.submit('shown');
    const job = await api.state(jobId, 'Launched');
    expect(job.jobMetadata.costs).toBeNull();
    const shown = (workers: readonly WorkerResponse[]) =>
      workers.map((worker) => [worker.stageNum, worker.numberOfPorts, worker.resourceCluster]);
    const expected = [
      [1, 4, null],
      [2, 5, null],
    ];
    expect(shown(job.workerMetadataList)).toEqual(expected);
    const lists = await api.get<{ list: StreamJobResponse[] }>('jobs?matching=shown');
    expect(shown(lists.body.list[0]?.workerMetadataList ?? [])).toEqual(expected);
    await api.call('DELETE', `jobs/${jobId}`);
    const archived = await api.get<{ list: WorkerResponse[] }>(`jobs/${jobId}/archivedWorkers`);
    expect(shown(archived.body.list)).toEqual(expected);
  });

  it('[V1-JOB-20] may select fields of one part of the records', async () => {
    await api.createCluster('parted', oneWorker);
    const whole = await api.state(await api.submit('parted'), 'Launched');
    const listed = async (query: string) =>
      (await api.get<{ list: object[] }>(`jobClusters/parted/jobs?${query}`)).body.list;
    expect(await listed('fields=jobId,user,nothing&fromObj=jobMetadata')).toEqual([
      { ...whole, jobMetadata: { jobId: 'parted-1', user: 'ann' } },
    ]);
    expect(await listed('fields=workerNumber&fromObj=workerMetadataList')).toEqual([
      { ...whole, workerMetadataList: [{ workerNumber: 1 }] },
    ]);
    expect(await listed('fields=numWorkers&fromObj=stageMetadataList')).toEqual([
      { ...whole, stageMetadataList: [{ numWorkers: 1 }] },
    ]);
    expect(await listed('fromObj=jobMetadata')).toEqual([whole]);
    expect(await listed('fields=version')).toEqual([{ version: '1' }]);
    expect((await api.get('jobs?fields=jobId&fromObj=job')).status).toBe(400);
    for (const path of ['jobs/parted-1', 'jobClusters/parted/jobs/parted-1']) {
      for (const query of [
        'fields=version',
        'fields=jobId,user&fromObj=jobMetadata',
        'fromObj=jobMetadata',
      ]) {
        expect((await api.get(`${path}?${query}`)).body).toEqual((await listed(query))[0]);
      }
      expect((await api.get(`${path}?fields=jobId&fromObj=job`)).status).toBe(400);
    }
  });

  it('[V1-LIFE-14] that wait too long for their workers are logged once', async () => {
    const warn = jest.spyOn(service.app.get(ServiceLogger, { strict: false }), 'warn');
    await api.createCluster('waiting', oneWorker);
    const stages = { '1': stage(1, { hardConstraints: ['M3Cluster'] }) };
    const first = await api.submit('waiting', { schedulingInfo: { stages } });
    const told = () =>
      warn.mock.calls.flatMap(([of, text]) => {
        const { jobId = '' } = of as { jobId?: string };
        return String(text).includes('still Accepted') && jobId.startsWith('waiting-') ? [jobId] : [];
      });
    await eventually('it is told', () => told().length > 0);
    const second = await api.submit('waiting', { schedulingInfo: { stages } });
    await eventually('so is the next', () => told().length > 1);
    expect(told()).toEqual([first, second]);
    expect((await api.job(first)).jobMetadata.state).toBe('Accepted');
  });
});
