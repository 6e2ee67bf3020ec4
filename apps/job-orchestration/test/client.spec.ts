import {
  createCluster,
  createCommand,
  createJobsClient,
  followJobStatus,
  getJob,
  getJobSelection,
  listJobs,
  readJobFile,
  resolveJob,
  submitJob,
  type Client,
  type ClusterRequest,
  type JobStatusEvent,
} from '@portolan/client-jobs';
import * as examples from '../src/openapi/examples';
import { startJobs, type JobsService } from './support';

jest.setTimeout(60_000);

describe('the typed client, with the examples of openapi.json', () => {
  let service: JobsService;
  let client: Client;

  beforeAll(async () => {
    service = await startJobs();
    client = createJobsClient({ baseUrl: `${service.url}/` });
    // Without files that are to be downloaded.
    const body = { ...examples.cluster, configs: [] } as ClusterRequest;
    const cluster = await createCluster({ client, body, throwOnError: true });
    expect(cluster.response.headers.get('location')).toBe(`${service.url}/api/v3/clusters/prod-a`);
    await createCommand({ client, body: examples.command, throwOnError: true });
  });
  afterAll(() => service.stop());

  it('submits a job, follows it to its end and reads its output', async () => {
    const body = examples.job;
    const dryRun = await resolveJob({ client, body, throwOnError: true });
    expect(dryRun.data).toMatchObject({ resolved: true, cluster: { id: 'prod-a', name: 'prod' } });
    const { response } = await submitJob({ client, body, throwOnError: true });
    const id = response.headers.get('location')?.split('/').at(-1) ?? '';
    const seen: JobStatusEvent[] = [];
    for await (const event of followJobStatus(client, id)) seen.push(event);
    expect(seen.at(-1)).toMatchObject({ status: 'SUCCEEDED', statusMsg: examples.shownJob.statusMsg });
    expect(await (await readJobFile(client, id, 'stdout')).text()).toBe(examples.outputText);
    expect(await (await readJobFile(client, id, 'stdout', 'bytes=-7')).text()).toBe('visits\n');

    const job = await getJob({ client, path: { id }, throwOnError: true });
    expect(Object.keys(job.data)).toEqual(Object.keys(examples.shownJob));
    expect(job.data.clusterName).toBe(examples.shownJob.clusterName);
    const selection = await getJobSelection({ client, path: { id }, throwOnError: true });
    expect(selection.data.candidates).toEqual(examples.selection.candidates);
    const page = await listJobs({ client, query: { name: 'nightly', size: '5' }, throwOnError: true });
    expect(page.data._embedded?.jobSearchResultList.map((one) => one.id)).toEqual([id]);
  });

  it('gives errors of the API back as they are, or throws them', async () => {
    const path = { id: 'nobody' };
    const { data, error, response } = await getJob({ client, path });
    expect([data, response?.status, error]).toEqual([undefined, 404, { errorCode: 404, message: some }]);
    await expect(getJob({ client, path, throwOnError: true })).rejects.toMatchObject({ errorCode: 404 });
    const following = followJobStatus(client, 'nobody').next();
    await expect(following).rejects.toThrow('job nobody: SSE failed: 404');
  });

  it('lets each request be seen before it is sent', async () => {
    const own = createJobsClient({ baseUrl: service.url, headers: { 'x-request-id': 'from-the-client' } });
    own.interceptors.request.use((request) => {
      request.headers.set('authorization', 'Bearer of-the-user');
      return request;
    });
    const { request, response } = await listJobs({ client: own, throwOnError: true });
    expect(request.headers.get('authorization')).toBe('Bearer of-the-user');
    expect(response.headers.get('x-request-id')).toBe('from-the-client');
  });
});

const some = expect.any(String) as unknown as string;
