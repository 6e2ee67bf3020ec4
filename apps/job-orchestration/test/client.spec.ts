import {
  ApiError,
  createCluster,
  createCommand,
  createJobsClient,
  followJobFile,
  followJobChanges,
  followJobStatus,
  getJob,
  getJobMetadata,
  getJobSelection,
  getJobStatistics,
  listJobs,
  readJobFile,
  resolveJob,
  submitJob,
  submitJobWithAttachments,
  submittedJobId,
  type Client,
  type ClusterRequest,
  type JobStatusEvent,
} from '@portolan/client-jobs';
import { EXAMPLE_API } from '../src/http/hal-routes';
import { EXAMPLE_JOB, EXAMPLE_OUTPUT, EXAMPLE_SUBMISSION } from '../src/jobs/job-example';
import { CLUSTER, COMMAND } from '../src/registry/resource-kind';
import { EXAMPLE_SELECTION } from '../src/selection/job-selection.dto';
import { showJob } from '../src/views/job-view';
import { startJobs, type JobsService } from './support';

describe('the typed client, with the examples of openapi.json', () => {
  let service: JobsService;
  let client: Client;

  beforeAll(async () => {
    service = await startJobs();
    client = createJobsClient({ baseUrl: `${service.url}/` });
    // Without files that are to be downloaded.
    const body = { ...CLUSTER.example, configs: [] } as ClusterRequest;
    const cluster = await createCluster({ client, body, throwOnError: true });
    expect(cluster.response.headers.get('location')).toBe(`${service.url}/api/v3/clusters/prod-a`);
    await createCommand({ client, body: COMMAND.example, throwOnError: true });
  });
  afterAll(() => service.stop());

  it('submits a job, follows it to its end and reads its output', async () => {
    const body = EXAMPLE_SUBMISSION;
    const dryRun = await resolveJob({ client, body, throwOnError: true });
    expect(dryRun.data).toMatchObject({ resolved: true, cluster: { id: 'prod-a', name: 'prod' } });
    const { response } = await submitJob({ client, body, throwOnError: true });
    const id = submittedJobId(response);
    const seen: JobStatusEvent[] = [];
    for await (const event of followJobStatus(client, id)) seen.push(event);
    expect(seen.at(-1)).toMatchObject({ status: 'SUCCEEDED', statusMsg: EXAMPLE_JOB.statusMsg });
    expect(await (await readJobFile(client, id, 'stdout')).text()).toBe(EXAMPLE_OUTPUT);
    expect(await (await readJobFile(client, id, 'stdout', 'bytes=-7')).text()).toBe('visits\n');

    const job = await getJob({ client, path: { id }, throwOnError: true });
    expect(Object.keys(job.data)).toEqual(Object.keys(showJob(EXAMPLE_JOB, EXAMPLE_API, 0)));
    expect(job.data.clusterName).toBe(EXAMPLE_JOB.clusterName);
    const selection = await getJobSelection({ client, path: { id }, throwOnError: true });
    expect(selection.data.candidates).toEqual(EXAMPLE_SELECTION.candidates);
    const page = await listJobs({
      client,
      query: {
        name: 'nightly',
        size: 5,
        minStarted: 1,
        status: ['SUCCEEDED', 'FAILED'],
        sort: ['created,asc'],
      },
      throwOnError: true,
    });
    expect(page.data._embedded?.jobSearchResultList.map((one) => one.id)).toEqual([id]);
  });

  it('returns errors of the API, or throws them', async () => {
    const path = { id: 'nobody' };
    const { data, error, response } = await getJob({ client, path });
    expect([data, response?.status, error]).toEqual([undefined, 404, { errorCode: 404, message: some }]);
    const thrown = [
      getJob({ client, path, throwOnError: true }),
      followJobStatus(client, 'nobody').next(),
      readJobFile(client, 'nobody', 'stdout'),
      submitJobWithAttachments(client, { ...EXAMPLE_SUBMISSION, clusterCriterias: [] }, []),
    ].map((call) => call.catch((one: unknown) => one));
    for (const [index, status] of [404, 404, 404, 412].entries()) {
      const failure = (await thrown[index]) as ApiError;
      expect(failure).toBeInstanceOf(ApiError);
      expect(failure).toBeInstanceOf(Error);
      expect(failure).toMatchObject({ status, body: { errorCode: status, message: failure.message } });
      expect(failure.url).toContain('/api/v3/jobs');
    }
  });

  it('[V3-FOLLOW-11] follows a file from before the start to the end of the job', async () => {
    const body = { ...EXAMPLE_SUBMISSION, id: 'followed-1', name: 'followed' };
    const { response } = await submitJob({ client, body, throwOnError: true });
    const id = submittedJobId(response);
    const decoder = new TextDecoder();
    let text = '';
    for await (const bytes of followJobFile(client, id, 'stdout')) text += decoder.decode(bytes);
    expect(text).toBe(EXAMPLE_OUTPUT);
    const missing = followJobFile(client, id, 'no such file').next();
    await expect(missing).rejects.toMatchObject({ status: 404, body: { errorCode: 404 } });
  });

  it('[V3-JOB-33] [V3-JOB-34] follows the changes of jobs, and the figures of a day', async () => {
    const ended = new AbortController();
    const opened = jest.fn();
    const query = { name: 'watched' };
    const changes = followJobChanges(client, { query, signal: ended.signal, onOpen: opened });
    const first = changes.next();
    const body = { ...EXAMPLE_SUBMISSION, id: 'watched-1', name: 'watched' };
    await submitJob({ client, body, throwOnError: true });
    expect((await first).value).toMatchObject({ id: 'watched-1', name: 'watched', updated: some });
    expect(opened).toHaveBeenCalledTimes(1);
    ended.abort();
    await changes.return();
    const { data } = await getJobStatistics({ client, throwOnError: true });
    expect(data.hours).toHaveLength(24);
  });

  it('submits a job with attachments', async () => {
    const job = {
      ...EXAMPLE_SUBMISSION,
      id: 'attached-1',
      name: 'attached',
      commandArgs: "'cat words.txt blob.bin bytes.bin'",
    };
    const id = await submitJobWithAttachments(client, job, [
      { name: 'words.txt', content: 'words ' },
      { name: 'blob.bin', content: new Blob(['of a blob ']) },
      { name: 'bytes.bin', content: new TextEncoder().encode('in bytes') },
    ]);
    for await (const event of followJobStatus(client, id)) void event;
    expect(await (await readJobFile(client, id, 'stdout')).text()).toBe('words of a blob in bytes');
    const { data } = await getJobMetadata({ client, path: { id }, throwOnError: true });
    expect(data).toMatchObject({ numAttachments: 3, totalSizeOfAttachments: 24 });
  });

  it('lets an interceptor see each request before it is sent', async () => {
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
