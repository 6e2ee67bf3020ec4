import type { TestService } from '@portolan/service/testing';
import type { StreamJobResponse } from '../src/jobs/job-record.dto';
import { Api, oneWorker, stage, startStreaming } from './support/api';
import { TestNode } from './support/test-node';

interface List<T> {
  list: T[];
  total: number;
}

describe('lists of jobs', () => {
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

  const ids = async (query: string): Promise<string[]> => {
    const { body } = await api.get<List<StreamJobResponse>>(query);
    return body.list.map((job) => job.jobMetadata.jobId);
  };

  beforeAll(async () => {
    await api.createCluster('sine');
    await api.state(await api.submit('sine'), 'Launched');
    await api.createCluster('listed', oneWorker);
    for (const team of ['a', 'b', 'b']) {
      await api.submit('listed', {
        labels: [
          { name: 'team', value: team },
          { name: 'all', value: '1' },
        ],
      });
    }
    await api.call('DELETE', 'jobs/listed-1');
  });

  it.each([
    ['[V1-JOB-2] of a cluster, active ones only', 'jobClusters/listed/jobs', ['listed-2', 'listed-3']],
    ['of a cluster that is not there', 'jobClusters/nobody/jobs', []],
    [
      '[V1-JOB-13] with those that are over',
      'jobClusters/listed/jobs?activeOnly=false',
      ['listed-1', 'listed-2', 'listed-3'],
    ],
    [
      '[V1-JOB-14] by state before activeOnly',
      'jobClusters/listed/jobs?jobState=Terminal&activeOnly=true',
      ['listed-1'],
    ],
    ['[V1-JOB-16] by cluster name', 'jobs?matching=LISTED', ['listed-2', 'listed-3']],
    ['[V1-JOB-12] up to a limit, the newest', 'jobs?matching=listed&limit=1', ['listed-3']],
    [
      '[V1-JOB-15] by any label',
      'jobs?activeOnly=false&labels=team=a,all=1',
      ['listed-1', 'listed-2', 'listed-3'],
    ],
    [
      '[V1-JOB-15] by all labels',
      'jobs?activeOnly=false&labels=team=b,all=1&labels.op=and',
      ['listed-2', 'listed-3'],
    ],
    ['by a page', 'jobs?matching=listed&pageSize=1&offset=1', ['listed-3']],
  ])('%s', async (_what, query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it.each([
    ['the newest before one', 'jobState=Terminal&startJobIdExclusive=walked-3&limit=1', ['walked-2']],
    ['all before one', 'jobState=Terminal&startJobIdExclusive=walked-3', ['walked-1', 'walked-2']],
    ['active ones in any case', 'activeOnly=false&startJobIdExclusive=walked-2', ['walked-1', 'walked-4']],
    [
      'sorted by version, then by submission',
      'activeOnly=false&sortBy=version',
      ['walked-4', 'walked-1', 'walked-2', 'walked-3'],
    ],
    [
      '[V1-LIST-3] the latest submission first',
      'activeOnly=false&ascending=false&pageSize=3',
      ['walked-4', 'walked-3', 'walked-2'],
    ],
    [
      'sorted by their end',
      'activeOnly=false&sortBy=terminatedAt&ascending=true&pageSize=2',
      ['walked-4', 'walked-1'],
    ],
    ['by pages of any size', 'activeOnly=false&pageSize=9007199254740991&offset=9007199254740991', []],
  ])('of the past: %s', async (_what, query, expected) => {
    if ((await api.get('jobClusters/walked')).status === 404) {
      await api.createCluster('walked', oneWorker);
      for (const jobId of [1, 2, 3].map((number) => `walked-${number}`)) {
        expect(await api.submit('walked')).toBe(jobId);
        await api.call('DELETE', `jobs/${jobId}`);
      }
      await api.submit('walked', { jobJarFileLocation: 'http://x/9.zip', version: '9', ...oneWorker });
    }
    expect(await ids(`jobClusters/walked/jobs?${query}`)).toEqual(expected);
  });

  it('sorted by any number of the compact form', async () => {
    await api.createCluster('sorted', oneWorker);
    for (const count of [2, 3, 1]) {
      await api.submit('sorted', { schedulingInfo: { stages: { '1': stage(count) } } });
    }
    for (const field of ['numWorkers', 'totCPUs', 'totMemory']) {
      const { body } = await api.get<List<{ jobId: string }>>(
        `jobs?matching=^sorted$&compact=true&sortBy=${field}`,
      );
      expect(body.list.map((job) => job.jobId)).toEqual(['sorted-2', 'sorted-1', 'sorted-3']);
    }
    for (const field of ['submittedAt', 'jobId', 'state', 'type', 'user', 'jarUrl', 'numStages']) {
      const query = `jobs?matching=^sorted$&compact=true&sortBy=${field}&ascending=true`;
      expect((await api.get<List<object>>(query)).body.total).toBe(3);
    }
  });

  it('[V1-JOB-17] only with workers of a stage, trimmed to it', async () => {
    await api.state('sine-1', 'Launched');
    const { body } = await api.get<List<StreamJobResponse>>('jobs?matching=^(sine|listed)$&stageNumber=2');
    expect(body.list.map((job) => job.jobMetadata.jobId)).toEqual(['sine-1']);
    expect(body.list[0]?.stageMetadataList.map((one) => one.stageNum)).toEqual([2]);
    expect(body.list[0]?.workerMetadataList.map((one) => one.stageNum)).toEqual([2, 2]);
    expect(body.list[0]?.jobMetadata.numStages).toBe(2);
  });

  it.each([
    ['workerIndex=1', [[2, 1]]],
    ['workerNumber=1', [[1, 0]]],
    [
      'workerIndex=0&workerState=Active',
      [
        [1, 0],
        [2, 0],
      ],
    ],
    ['workerState=Terminal', []],
    ['workerState=Noop', []],
  ])('[V1-JOB-18] lists jobs with workers by %s', async (query, expected) => {
    const { body } = await api.get<List<StreamJobResponse>>(`jobs?matching=^sine$&${query}`);
    expect(body.list[0]?.workerMetadataList.map((one) => [one.stageNum, one.workerIndex])).toEqual(expected);
  });

  it('[V1-JOB-1] return all jobs, as records', async () => {
    const all = await ids('jobs/');
    expect(all).toEqual(expect.arrayContaining(['sine-1', 'listed-2', 'listed-3']));
    expect(all).not.toContain('listed-1');
  });

  it('[V1-JOB-11] lists jobs in compact form', async () => {
    const { body } = await api.get<List<object>>('jobs?compact=true&matching=listed&limit=1');
    expect(body.list).toEqual([expect.objectContaining({ jobId: 'listed-3', numWorkers: 1, totMemory: 64 })]);
  });

  it.each([
    ['jobs', 'jobMetadata.jobId'],
    ['jobs?compact=true', 'jobId'],
    ['jobClusters', 'name'],
    ['jobClusters/listed/jobs', 'jobMetadata.jobId'],
    ['jobs/listed-1/archivedWorkers', 'workerNumber'],
  ])('[V1-LIST-6] have their default order when sortBy has no value: %s', async (path, key) => {
    // The jobs run: only what names them is the same in both answers.
    const order = async (query: string): Promise<unknown[]> => {
      const { list } = (await api.get<List<object>>(query)).body;
      return list.map((item) => valueAt(item, key));
    };
    const usual = await order(path);
    expect(usual).not.toEqual([]);
    expect(usual).not.toContain(undefined);
    expect(await order(`${path}${path.includes('?') ? '&' : '?'}sortBy=`)).toEqual(usual);
  });

  it.each([
    'workerState=Asleep',
    'stageNumber=x',
    'jobState=Sleeping',
    'limit=0',
    'limit=x',
    'pageSize=-1',
    'compact=maybe',
    'sortBy=jobMetadata',
    'startJobIdExclusive=nonsense',
  ])('refuse %s with 400', async (query) => {
    expect((await api.get(`jobs?${query}`)).status).toBe(400);
  });
});

const valueAt = (item: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], item);
