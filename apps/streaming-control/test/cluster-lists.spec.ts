import type { JobClusterResponse } from '../src/clusters/cluster-record';
import { Api, startStreaming } from './support/api';
import type { TestService } from '@portolan/service/testing';

interface List<T> {
  list: T[];
  prev: string | null;
  next: string | null;
}
interface Problem {
  time: number;
  host: string;
  error: string;
  requestId: string;
}

describe('lists of job clusters', () => {
  let service: TestService;
  let api: Api;
  beforeAll(async () => {
    service = await startStreaming({ env: { LOG_LEVEL: 'silent' } });
    api = new Api(service.url);
  });
  afterAll(() => service.stop());

  it('[V1-CLUSTER-1] [V1-CLUSTER-2] have a filter, pages and fields', async () => {
    for (const name of ['list-a', 'list-b', 'list-c', 'unlisted']) await api.createCluster(name);
    const first = await api.get<List<JobClusterResponse>>(
      'jobClusters?matching=LIST-&pageSize=2&fields=name',
    );
    expect(first.body).toEqual({
      list: [{ name: 'list-a' }, { name: 'list-b' }],
      prev: null,
      next: '/api/v1/jobClusters?matching=LIST-&pageSize=2&fields=name&offset=2',
      total: 3,
    });
    const rest = await fetch(service.url + (first.body.next ?? ''));
    expect(((await rest.json()) as List<JobClusterResponse>).list).toEqual([{ name: 'list-c' }]);
    const down = await api.get<List<JobClusterResponse>>(
      'jobClusters/?matching=list-&sortBy=name&ascending=false',
    );
    expect(down.body.list.map((cluster) => cluster.name)).toEqual(['list-c', 'list-b', 'list-a']);
  });

  it('[V1-CLUSTER-5] show the fields of one that are asked for', async () => {
    await api.createCluster('some-fields');
    expect((await api.get('jobClusters/some-fields?fields=name,disabled')).body).toEqual({
      name: 'some-fields',
      disabled: false,
    });
  });

  it('refuse fields that are given more than once', async () => {
    await api.createCluster('asked-twice');
    const id = await api.submit('asked-twice');
    const cluster = 'jobClusters/asked-twice';
    const paths = ['jobClusters', cluster, 'jobs', `jobs/${id}`, `${cluster}/jobs/${id}`];
    for (const path of paths) {
      const { status, body } = await api.get<Problem>(`${path}?fields=name&fields=jobId`);
      expect([path, status, body.error]).toEqual([path, 400, expect.stringContaining('fields')]);
    }
  });

  describe('of three', () => {
    beforeAll(async () => {
      for (const name of ['pages-a', 'pages-b', 'pages-c']) await api.createCluster(name);
      await api.submit('pages-b');
    });
    const list = async (query: string) =>
      (await api.get<List<JobClusterResponse>>(`jobClusters?matching=^pages-${query}`)).body;
    const names = async (query: string): Promise<string[]> =>
      (await list(`&fields=name&${query}`)).list.map((cluster) => cluster.name);

    it('[V1-LIST-1] are pages of any size, with links to their neighbours', async () => {
      expect(await names('offset=1')).toEqual(['pages-b', 'pages-c']);
      expect(await names('pageSize=9007199254740991&offset=9007199254740991')).toEqual([]);
      const last = await list('&offset=2&pageSize=2');
      expect([last.prev, last.next]).toEqual([
        '/api/v1/jobClusters?matching=^pages-&offset=0&pageSize=2',
        null,
      ]);
    });

    it('[V1-LIST-2] are whole with a page size of 0', async () => {
      expect(await names('pageSize=0&compact=true')).toEqual(['pages-a', 'pages-b', 'pages-c']);
    });

    it('[V1-LIST-3] are sorted by any comparable field', async () => {
      expect(await names('sortBy=lastJobCount&ascending=false')).toEqual(['pages-b', 'pages-a', 'pages-c']);
    });

    it('[V1-LIST-3] are reversed without a field, too', async () => {
      expect(await names('ascending=false')).toEqual(['pages-c', 'pages-b', 'pages-a']);
      expect(await names('ascending=false&pageSize=1&offset=1')).toEqual(['pages-b']);
    });

    it('[V1-LIST-4] have only the fields that are asked for', async () => {
      expect((await list('&fields=name&pageSize=1')).list).toEqual([{ name: 'pages-a' }]);
    });
  });

  it.each([
    ['GET', 'jobClusters?matchin=x', 'unknown parameter matchin, did you mean matching?'],
    ['GET', 'jobs?activOnly=false', 'unknown parameter activOnly, did you mean activeOnly?'],
    ['GET', 'jobClusters/any/jobs?label=a%3Db', 'unknown parameter label, did you mean labels?'],
    ['GET', 'jobs/any-1/archivedWorkers?limt=1', 'unknown parameter limt, did you mean limit?'],
    ['GET', 'jobClusters/any?field=name', 'unknown parameter field, did you mean fields?'],
    ['GET', 'jobs/any-1?from=x', 'unknown parameter from, did you mean fromObj?'],
    ['GET', 'jobs/any-1?colour=x', 'unknown parameter colour: this address takes '],
    ['GET', 'jobClusters/any/jobs/any-1?field=x', 'unknown parameter field, did you mean fields?'],
    ['GET', 'jobClusters/any/latestJobDiscoveryInfo?sendHB=true', 'this address takes none'],
    ['GET', 'jobDiscoveryStream/any-1?sendhb=true', 'unknown parameter sendhb, did you mean sendHB?'],
    ['GET', 'jobs/schedulingInfo/any-1?send=true', 'did you mean sendHB?'],
    ['GET', 'jobClusters/discoveryInfoStream/any?send=true', 'did you mean sendHB?'],
    ['GET', 'lastSubmittedJobIdStream/any?send=true', 'did you mean sendHB?'],
    ['GET', 'svc/publish/streamJobClusterMap?apps=shop', 'unknown parameter apps, did you mean app?'],
    ['GET', 'svc/publish/streamDiscovery?apps=shop', 'unknown parameter apps, did you mean app?'],
    ['GET', 'masterInfo?x=1', 'this address takes none'],
    ['GET', 'masterConfigs?x=1', 'this address takes none'],
    ['GET', 'agentClusters?x=1', 'this address takes none'],
    ['GET', 'agentClusters/jobs?x=1', 'this address takes none'],
    ['GET', 'agentClusters/autoScalePolicy?x=1', 'this address takes none'],
    ['GET', 'jobs/any-1/workers/1/output/stdout?tail=1', 'this address takes none'],
    ['GET', 'jobs/any-1/workers/metrics?x=1', 'this address takes none'],
    ['DELETE', 'jobClusters/any?user=me&version=1', 'unknown parameter version'],
    ['DELETE', 'jobs/any-1?user=me&reasn=x', 'unknown parameter reasn, did you mean reason?'],
  ])('[V1-LIST-5] refuse unknown parameters: %s %s', async (method, path, message) => {
    const { status, body } = await api.call<{ error: string }>(method, path);
    expect([status, body.error]).toEqual([400, expect.stringContaining(message)]);
  });

  it('[V1-LIST-5] accept the parameters of existing clients', async () => {
    expect((await api.get('jobClusters/?compact=true')).status).toBe(200);
    expect((await api.get('jobs/none-1?compact=true&archived=false')).status).toBe(404);
  });

  it.each(['jobClusters?sortBy=jars', 'jobClusters?matching=^none$&sortBy=nothing', 'jobs?sortBy=nothing'])(
    '[V1-LIST-3] refuse to sort by a field that cannot be compared, even when the list is empty: %s',
    async (path) => {
      const field = path.split('=').at(-1);
      expect(await api.get(path)).toMatchObject({
        status: 400,
        body: { error: `Specified sort field is invalid. [${field}]` },
      });
    },
  );

  it.each(['pageSize=-1', 'pageSize=x', 'offset=-1', 'sortBy=nothing', 'matching=('])(
    'refuse the list query %s with 400',
    async (query) => {
      expect((await api.get(`jobClusters?${query}`)).status).toBe(400);
    },
  );
});
