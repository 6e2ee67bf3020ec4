import { eventually } from '@portolan/service/testing';
import type { JobSchedulingInfo } from '../src/discovery/scheduling-message';
import { oneWorker, stage, startStreaming } from './support/api';
import { StreamRig, hostsOf } from './support/stream-rig';

describe('streams', () => {
  const rig = StreamRig.use();

  describe('of scheduling information', () => {
    it.each([
      ['[V1-STREAM-2]', 'jobDiscoveryStream'],
      ['[V1-STREAM-3]', 'jobs/schedulingInfo'],
    ])(
      '%s %s sends the addresses of workers, follows replacements on any replica, and ends with the job',
      async (_id, path) => {
        const cluster = `discovery-${path.length}`;
        await rig.api.createCluster(cluster);
        const jobId = await rig.launch(cluster);
        const reader = await rig.open(`${path}/${jobId}`, rig.replica.url);
        expect([reader.status, reader.type]).toEqual([200, 'text/event-stream; charset=UTF-8']);
        const first = await reader.json<JobSchedulingInfo>(
          'all workers',
          (info) => hostsOf(info, 2).length === 2,
        );
        const worker = await rig.node.worker(jobId, 2);
        expect(first.jobId).toBe(jobId);
        expect(first.workerAssignments['2']).toEqual({
          stage: 2,
          numWorkers: 2,
          activeWorkers: 0,
          hosts: {
            '2': {
              state: 'Started',
              workerNumber: 2,
              workerIndex: 0,
              host: '127.0.0.1',
              port: [worker.ports.SINK_PORT],
              metricsPort: worker.ports.METRICS_PORT,
              customPort: worker.ports.CUSTOM_PORT,
            },
            '3': expect.objectContaining({ workerNumber: 3, workerIndex: 1 }) as object,
          },
        });
        await worker.exit(137);
        await reader.json<JobSchedulingInfo>('the replacement', (info) => hostsOf(info, 2).join() === '3,4');
        await rig.api.call('DELETE', `jobs/${jobId}`);
        await reader.end();
        expect(JSON.parse(reader.events.at(-1) ?? '')).toEqual({ jobId, workerAssignments: {} });
      },
    );

    it('[V1-STREAM-12] keeps clients that request heartbeats, also after the end', async () => {
      await rig.api.createCluster('beating', oneWorker);
      const jobId = await rig.launch('beating');
      const reader = await rig.open(`jobDiscoveryStream/${jobId}?sendHB=true`);
      await reader.event('{"jobId":"HB_JobId","workerAssignments":null}');
      await rig.api.call('DELETE', `jobs/${jobId}`);
      const last = `{"jobId":"${jobId}","workerAssignments":{}}`;
      await eventually(
        'the last value is repeated',
        () => reader.events.filter((event) => event === last).length > 1,
      );
      expect(reader.ended).toBe(false);
    });

    it('[V1-STREAM-13] answers 404 for an unknown job or cluster, and for an ended job', async () => {
      await rig.api.createCluster('over', oneWorker);
      await rig.api.call('DELETE', `jobs/${await rig.api.submit('over')}`);
      const answers = await Promise.all(
        [
          'jobDiscoveryStream/over-1',
          'jobs/schedulingInfo/over-9',
          'jobConnectbyid/over-1',
          'jobConnectbyid/nobody-1',
          'jobConnectbyname/nobody',
          'lastSubmittedJobIdStream/nobody',
        ].map((path) => rig.api.get<{ error: string }>(path)),
      );
      expect(answers.map((answer) => [answer.status, answer.body.error])).toEqual([
        [404, 'Job over-1 not found or not active'],
        [404, 'Job over-9 not found'],
        [404, 'Job over-1 not found or not active'],
        [404, "Job nobody-1 doesn't exist"],
        [404, 'No such Job cluster nobody'],
        [404, 'No such Job cluster nobody'],
      ]);
    });

    it('answers HEAD without a stream', async () => {
      await rig.api.createCluster('headed', oneWorker);
      const jobId = await rig.launch('headed');
      for (const path of ['jobDiscoveryStream', 'jobConnectbyid'].map((name) => `${name}/${jobId}`)) {
        const response = await fetch(`${rig.service.url}/api/v1/${path}`, { method: 'HEAD' });
        expect([response.status, await response.text()]).toEqual([200, '']);
      }
      await eventually('no stream is left open', async () => (await rig.metric('streams_open')) === 0);
    });

    it('[V1-STREAM-4] discoveryInfoStream follows the newest launched job of a cluster', async () => {
      await rig.api.createCluster('moving', oneWorker);
      const reader = await rig.open('jobClusters/discoveryInfoStream/moving');
      await rig.launch('moving');
      await reader.json<JobSchedulingInfo>(
        'the first job',
        (info) => info.jobId === 'moving-1' && hostsOf(info, 1).length === 1,
      );
      await rig.launch('moving');
      await reader.json<JobSchedulingInfo>(
        'the second job',
        (info) => info.jobId === 'moving-2' && hostsOf(info, 1).length === 1,
      );
      // A third one that no node may have is submitted, but never launched.
      await rig.api.submit('moving', {
        schedulingInfo: { stages: { '1': stage(1, { hardConstraints: ['M4Cluster'] }) } },
      });
      const submitted = await rig.open('lastSubmittedJobIdStream/moving', rig.replica.url);
      await submitted.event('{"name":"moving","jobId":"moving-3"}');
      const later = await rig.open('jobClusters/discoveryInfoStream/moving', rig.replica.url);
      const first = await later.json<JobSchedulingInfo>('any job', () => true);
      expect([first.jobId, hostsOf(first, 1).length]).toEqual(['moving-2', 1]);
      expect((await rig.api.get('jobClusters/discoveryInfoStream/nobody')).status).toBe(404);
    });
  });

  it('[V1-STREAM-5] lastSubmittedJobIdStream sends the newest job and each newer one, on any replica', async () => {
    await rig.api.createCluster('submitted', oneWorker);
    const early = await rig.open('lastSubmittedJobIdStream/submitted', rig.replica.url);
    await rig.api.submit('submitted');
    await early.event('{"name":"submitted","jobId":"submitted-1"}');
    const late = await rig.open('lastSubmittedJobIdStream/submitted?sendHB=true');
    await late.event('{"name":"submitted","jobId":"submitted-1"}');
    await late.event('{"name":"HB_JobId","jobId":null}');
    await rig.api.submit('submitted');
    await Promise.all(
      [early, late].map((reader) => reader.event('{"name":"submitted","jobId":"submitted-2"}')),
    );
    expect(early.events).toHaveLength(2);
    expect((await rig.api.get('lastSubmittedJobIdStream/nobody')).status).toBe(404);
  });

  it('[V1-STREAM-5] clients share what they follow, and each gets all of it', async () => {
    await rig.api.createCluster('followers', oneWorker);
    const jobOf = (number: number): string => `{"name":"followers","jobId":"followers-${number}"}`;
    const first = await rig.open('lastSubmittedJobIdStream/followers');
    await rig.api.submit('followers');
    await first.event(jobOf(1));
    const others = await Promise.all([1, 2, 3].map(() => rig.open('lastSubmittedJobIdStream/followers')));
    await Promise.all(others.map((reader) => reader.event(jobOf(1))));
    first.close();
    await rig.api.submit('followers');
    await Promise.all(others.map((reader) => reader.event(jobOf(2))));
    for (const reader of others) reader.close();
    await eventually('all are gone', async () => (await rig.metric('streams_open')) === 0);
    const later = await rig.open('lastSubmittedJobIdStream/followers');
    await later.event(jobOf(2));
    expect([first.events, later.events]).toEqual([[jobOf(1)], [jobOf(2)]]);
  });

  it('[V1-GEN-7] query the database without a signal', async () => {
    // A separate queue prefix: this replica receives no signals of the others.
    const deaf = await startStreaming({
      env: { ...rig.env, ROLES: 'api' },
      database: rig.service.database,
    });
    await rig.api.createCluster('unheard', oneWorker);
    const reader = await rig.open('lastSubmittedJobIdStream/unheard', deaf.url);
    const jobId = await rig.launch('unheard');
    await reader.event(`{"name":"unheard","jobId":"${jobId}"}`);
    const places = await rig.open(`jobDiscoveryStream/${jobId}`, deaf.url);
    await places.json<JobSchedulingInfo>('the worker', (info) => hostsOf(info, 1).join() === '1');
    await (await rig.node.worker(jobId, 1)).exit(137);
    await places.json<JobSchedulingInfo>('its replacement', (info) => hostsOf(info, 1).join() === '2');
    await deaf.close();
  });

  it('end properly when the service stops', async () => {
    const third = await rig.startReplica();
    await rig.api.createCluster('stopping', oneWorker);
    const jobId = await rig.launch('stopping');
    const streams = await Promise.all(
      [`jobDiscoveryStream/${jobId}`, `jobConnectbyid/${jobId}`, 'lastSubmittedJobIdStream/stopping'].map(
        (path) => rig.open(path, third.url),
      ),
    );
    const { socket, closed } = rig.connect(`jobStatusStream/${jobId}`, third.url);
    await new Promise((resolve) => socket.once('open', resolve));
    await third.close();
    await Promise.all(streams.map((stream) => stream.end()));
    expect((await closed)[0]).toBe(1001);
  });
});
