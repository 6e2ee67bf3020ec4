import {
  createJobCluster,
  createStreamsClient,
  followJobOutput,
  getJob,
  killJob,
  listJobClusters,
  submitJob,
  updateJobCluster,
  type Client,
  type ClusterRequest,
} from '@portolan/client-streams';
import { eventually, type TestService } from '@portolan/service/testing';
import * as examples from '../src/openapi/examples';
import { startStreaming } from './support/api';
import { TestNode } from './support/test-node';

describe('the typed client, with the examples of openapi.json', () => {
  let service: TestService;
  let node: TestNode;
  let client: Client;

  beforeAll(async () => {
    service = await startStreaming();
    node = await TestNode.start(service);
    client = createStreamsClient({ baseUrl: service.url });
  });
  afterAll(async () => {
    await node.stop();
    await service.stop();
  });

  it('registers a job cluster, submits a job, reads its events and kills it', async () => {
    const created = await createJobCluster({
      client,
      body: examples.cluster,
      throwOnError: true,
    });
    expect(Object.keys(created.data)).toEqual(Object.keys(examples.clusterRecord));
    expect(created.data.jars[0]?.schedulingInfo.stages['1']?.numberOfInstances).toBe(1);

    const submitted = await submitJob({
      client,
      body: examples.submission,
      throwOnError: true,
    });
    const { jobId } = submitted.data.jobMetadata;
    expect(jobId).toBe(examples.JOB);
    const worker = await node.worker(jobId, 1);
    await eventually('it is launched', async () => {
      const { data } = await getJob({ client, path: { jobId }, throwOnError: true });
      return data.jobMetadata.state === 'Launched' && data.workerMetadataList[0]?.state === 'Started';
    });

    const stream = followJobOutput(client, jobId);
    const first = stream.next();
    await eventually('the sink is read', () => worker.sink.clients.size > 0);
    worker.sink.say('{"window":1,"visits":1742}');
    expect((await first).value).toEqual({ window: 1, visits: 1742 });
    await killJob({ client, path: { jobId }, query: { user: 'ann', reason: 'enough' }, throwOnError: true });
    // The stream ends with the job, and the loop of a reader with it.
    const rest: unknown[] = [];
    for await (const event of stream) rest.push(event);
    expect(rest).toEqual([]);
  });

  it('changes a cluster and lists it; errors are returned unchanged', async () => {
    const body = examples.changedCluster as ClusterRequest;
    const path = { clusterName: examples.CLUSTER };
    const changed = await updateJobCluster({ client, path, body, throwOnError: true });
    expect(changed.data).toBe(examples.changed);
    const { data } = await listJobClusters({ client, query: { matching: '^vis' }, throwOnError: true });
    expect(data.list.map(({ name, latestVersion }) => [name, latestVersion])).toEqual([['visits', '2']]);
    const { error, response } = await updateJobCluster({ client, path, body });
    expect([response?.status, error]).toMatchObject([400, { error: expect.any(String) as string }]);
  });
});
