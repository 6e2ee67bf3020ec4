import { eventually, type TestService } from '@portolan/service/testing';
import { DataSource } from 'typeorm';
import { WebSocket } from 'ws';
import type { JobSchedulingInfo } from '../src/streams/scheduling-message';
import { Api, oneWorker, stage, startStreaming, submission } from './support/api';
import { EventReader } from './support/event-reader';
import { TestNode } from './support/test-node';

jest.setTimeout(60_000);

interface JobEvent {
  status: { jobId: string; workerNumber: number; state: string; message: string };
}

/** Bytes of a message of which few fill what lies between the service and a client. */
const LONG = 512 * 1024;

describe('streams', () => {
  let service: TestService;
  let replica: TestService;
  let api: Api;
  let node: TestNode;
  const readers: EventReader[] = [];
  const env = { LOG_LEVEL: 'silent', STREAM_FIRST_HEARTBEAT_MS: '100', STREAM_HEARTBEAT_MS: '200' };

  beforeAll(async () => {
    service = await startStreaming({ env: { ...env, STREAM_CLIENT_BUFFER_BYTES: '4096' } });
    const { database, queuePrefix } = service;
    replica = await startStreaming({ env: { ...env, ROLES: 'api' }, database, queuePrefix });
    api = new Api(service.url);
    node = await TestNode.start(service);
  });
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close();
  });
  afterAll(async () => {
    await node.stop();
    await replica.close();
    await service.stop();
  });

  const open = async (path: string, base = service.url): Promise<EventReader> => {
    const reader = await EventReader.open(`${base}/api/v1/${path}`);
    readers.push(reader);
    return reader;
  };
  const launch = async (cluster: string): Promise<string> => {
    const jobId = await api.submit(cluster);
    await api.state(jobId, 'Launched');
    return jobId;
  };
  const hostsOf = (info: JobSchedulingInfo, stage: number): string[] =>
    Object.keys(info.workerAssignments[stage]?.hosts ?? {});

  describe('of scheduling information', () => {
    it.each([
      ['[V1-STREAM-2]', 'jobDiscoveryStream'],
      ['[V1-STREAM-3]', 'jobs/schedulingInfo'],
    ])(
      '%s %s tells where the workers are, follows replacements on any replica, and ends with the job',
      async (_id, path) => {
        const cluster = `discovery-${path.length}`;
        await api.createCluster(cluster);
        const jobId = await launch(cluster);
        const reader = await open(`${path}/${jobId}`, replica.url);
        expect([reader.status, reader.type]).toEqual([200, 'text/event-stream; charset=UTF-8']);
        const first = await reader.json<JobSchedulingInfo>(
          'all workers',
          (info) => hostsOf(info, 2).length === 2,
        );
        const worker = await node.worker(jobId, 2);
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
        await api.call('DELETE', `jobs/${jobId}`);
        await reader.end();
        expect(JSON.parse(reader.events.at(-1) ?? '')).toEqual({ jobId, workerAssignments: {} });
      },
    );

    it('[V1-STREAM-12] keeps clients that ask for heartbeats, also after the end', async () => {
      await api.createCluster('beating', oneWorker);
      const jobId = await launch('beating');
      const reader = await open(`jobDiscoveryStream/${jobId}?sendHB=true`);
      await reader.event('{"jobId":"HB_JobId","workerAssignments":null}');
      await api.call('DELETE', `jobs/${jobId}`);
      const last = `{"jobId":"${jobId}","workerAssignments":{}}`;
      await eventually(
        'the last value is repeated',
        () => reader.events.filter((event) => event === last).length > 1,
      );
      expect(reader.ended).toBe(false);
    });

    it('[V1-STREAM-13] answers 404 for a job or cluster that is unknown, and for a job that is over', async () => {
      await api.createCluster('over', oneWorker);
      await api.call('DELETE', `jobs/${await api.submit('over')}`);
      const answers = await Promise.all(
        [
          'jobDiscoveryStream/over-1',
          'jobs/schedulingInfo/over-9',
          'jobConnectbyid/over-1',
          'jobConnectbyid/nobody-1',
          'jobConnectbyname/nobody',
          'lastSubmittedJobIdStream/nobody',
        ].map((path) => api.get<{ error: string }>(path)),
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
      await api.createCluster('headed', oneWorker);
      const jobId = await launch('headed');
      for (const path of ['jobDiscoveryStream', 'jobConnectbyid'].map((name) => `${name}/${jobId}`)) {
        const response = await fetch(`${service.url}/api/v1/${path}`, { method: 'HEAD' });
        expect([response.status, await response.text()]).toEqual([200, '']);
      }
      const metrics = async () => (await fetch(`${service.url}/metrics`)).text();
      await eventually('no stream is left open', async () => /^streams_open 0$/m.test(await metrics()));
    });

    it('[V1-STREAM-4] discoveryInfoStream follows the newest launched job of a cluster', async () => {
      await api.createCluster('moving', oneWorker);
      const reader = await open('jobClusters/discoveryInfoStream/moving');
      await launch('moving');
      await reader.json<JobSchedulingInfo>(
        'the first job',
        (info) => info.jobId === 'moving-1' && hostsOf(info, 1).length === 1,
      );
      await launch('moving');
      await reader.json<JobSchedulingInfo>(
        'the second job',
        (info) => info.jobId === 'moving-2' && hostsOf(info, 1).length === 1,
      );
      // A third one that no node may have is submitted, but never launched.
      await api.submit('moving', {
        schedulingInfo: { stages: { '1': stage(1, { hardConstraints: ['M4Cluster'] }) } },
      });
      const submitted = await open('lastSubmittedJobIdStream/moving', replica.url);
      await submitted.event('{"name":"moving","jobId":"moving-3"}');
      const later = await open('jobClusters/discoveryInfoStream/moving', replica.url);
      const first = await later.json<JobSchedulingInfo>('any job', () => true);
      expect([first.jobId, hostsOf(first, 1).length]).toEqual(['moving-2', 1]);
      expect((await api.get('jobClusters/discoveryInfoStream/nobody')).status).toBe(404);
    });
  });

  it('[V1-STREAM-5] lastSubmittedJobIdStream sends the newest job and each newer one, on any replica', async () => {
    await api.createCluster('submitted', oneWorker);
    const early = await open('lastSubmittedJobIdStream/submitted', replica.url);
    await api.submit('submitted');
    await early.event('{"name":"submitted","jobId":"submitted-1"}');
    const late = await open('lastSubmittedJobIdStream/submitted?sendHB=true');
    await late.event('{"name":"submitted","jobId":"submitted-1"}');
    await late.event('{"name":"HB_JobId","jobId":null}');
    await api.submit('submitted');
    await Promise.all(
      [early, late].map((reader) => reader.event('{"name":"submitted","jobId":"submitted-2"}')),
    );
    expect(early.events).toHaveLength(2);
    expect((await api.get('lastSubmittedJobIdStream/nobody')).status).toBe(404);
  });

  it('[V1-STREAM-5] clients that come and go share what they follow, and each gets all of it', async () => {
    await api.createCluster('followers', oneWorker);
    const jobOf = (number: number): string => `{"name":"followers","jobId":"followers-${number}"}`;
    const first = await open('lastSubmittedJobIdStream/followers');
    await api.submit('followers');
    await first.event(jobOf(1));
    const others = await Promise.all([1, 2, 3].map(() => open('lastSubmittedJobIdStream/followers')));
    await Promise.all(others.map((reader) => reader.event(jobOf(1))));
    first.close();
    await api.submit('followers');
    await Promise.all(others.map((reader) => reader.event(jobOf(2))));
    for (const reader of others) reader.close();
    const metrics = async () => (await fetch(`${service.url}/metrics`)).text();
    await eventually('all are gone', async () => /^streams_open 0$/m.test(await metrics()));
    const later = await open('lastSubmittedJobIdStream/followers');
    await later.event(jobOf(2));
    expect([first.events, later.events]).toEqual([[jobOf(1)], [jobOf(2)]]);
  });

  it('[V1-GEN-7] look into the database when no signal comes', async () => {
    // Another queue prefix: this replica hears nothing of what the others do.
    const deaf = await startStreaming({ env: { ...env, ROLES: 'api' }, database: service.database });
    await api.createCluster('unheard', oneWorker);
    const reader = await open('lastSubmittedJobIdStream/unheard', deaf.url);
    const jobId = await launch('unheard');
    await reader.event(`{"name":"unheard","jobId":"${jobId}"}`);
    const places = await open(`jobDiscoveryStream/${jobId}`, deaf.url);
    await places.json<JobSchedulingInfo>('the worker', (info) => hostsOf(info, 1).join() === '1');
    await (await node.worker(jobId, 1)).exit(137);
    await places.json<JobSchedulingInfo>('its replacement', (info) => hostsOf(info, 1).join() === '2');
    await deaf.close();
  });

  describe('of output', () => {
    it('[V1-STREAM-6] merge all sink workers of the last stage, follow replacements, and end with the job', async () => {
      await api.createCluster('output');
      const jobId = await launch('output');
      const reader = await open(`jobConnectbyid/${jobId}?sample=1&x=a%20b`, replica.url);
      const [two, three] = [await node.worker(jobId, 2), await node.worker(jobId, 3)];
      await eventually(
        'both are connected',
        () => two.sink.clients.size === 1 && three.sink.clients.size === 1,
      );
      expect(two.sink.queries[0]).toBe(`/?sample=1&x=a%20b&sourceWorker=${jobId}-worker-0-2`);
      expect((await node.worker(jobId, 1)).sink.queries).toEqual([]);
      two.sink.say('{"from":2}');
      three.sink.say('from three');
      await Promise.all([reader.event('{"from":2}'), reader.event('from three')]);
      await two.exit(137);
      const four = await node.worker(jobId, 4);
      await eventually('the replacement is connected', () => four.sink.clients.size === 1);
      four.sink.say('from four');
      three.sink.say('three goes on');
      await Promise.all([reader.event('from four'), reader.event('three goes on')]);
      expect(reader.ended).toBe(false);
      await api.call('DELETE', `jobs/${jobId}`);
      await reader.end();
    });

    it('[V1-STREAM-10] share one connection a worker among clients with equal parameters', async () => {
      await api.createCluster('sharing', oneWorker);
      const jobId = await launch('sharing');
      const { sink } = await node.worker(jobId, 1);
      const some = await Promise.all([1, 2, 3].map(() => open(`jobconnectbyid/${jobId}`)));
      const other = await open(`jobConnectbyid/${jobId}?sample=1`);
      await eventually('connected', () => sink.clients.size === 2);
      sink.say('to all');
      await Promise.all([...some, other].map((reader) => reader.event('to all')));
      for (const reader of some) reader.close();
      await eventually('the connection of the three is gone', () => sink.clients.size === 1);
      const own = await Promise.all([1, 2].map(() => open(`jobConnectbyid/${jobId}?clientId=me`)));
      await eventually(
        'clients that share events have connections of their own',
        () => sink.clients.size === 3,
      );
      expect(own).toHaveLength(2);
    });

    it('[V1-STREAM-11] drop what a slow client can’t take, tell it, and keep memory bounded and others served', async () => {
      await api.createCluster('slow', oneWorker);
      const jobId = await launch('slow');
      const { sink } = await node.worker(jobId, 1);
      const [slow, fast] = [await open(`jobConnectbyid/${jobId}`), await open(`jobConnectbyid/${jobId}`)];
      await eventually('connected', () => sink.clients.size === 1);
      slow.response?.pause();
      const text = 'x'.repeat(LONG);
      await eventually(
        'messages are dropped',
        async () => {
          sink.say(text);
          const metrics = await (await fetch(`${service.url}/metrics`)).text();
          return Number(/^stream_dropped_messages_total (\d+)/m.exec(metrics)?.[1] ?? 0) > 3;
        },
        30_000,
      );
      sink.say('the end');
      await fast.event('the end');
      slow.response?.resume();
      await eventually('the slow one is told', () => /: \d+ messages dropped/.test(slow.raw));
      expect(slow.events.length).toBeLessThan(fast.events.length);
    }, 40_000);

    it('[V1-STREAM-7] jobConnectbyname moves over to a newer job', async () => {
      await api.createCluster('named', oneWorker);
      const reader = await open('jobConnectbyname/named');
      for (const number of [1, 2]) {
        const jobId = await launch('named');
        const { sink } = await node.worker(jobId, 1);
        await eventually('connected', () => sink.clients.size === 1);
        sink.say(`from ${number}`);
        await reader.event(`from ${number}`);
        await api.call('DELETE', `jobs/${jobId}`);
      }
      expect(reader.ended).toBe(false);
    });

    it('[V1-STREAM-8] jobsubmitandconnect submits, then streams; what can’t be submitted is a plain error', async () => {
      await api.createCluster('connected', oneWorker);
      const response = await fetch(`${service.url}/api/v1/jobsubmitandconnect`, {
        method: 'POST',
        body: JSON.stringify(submission('connected')),
      });
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/event-stream; charset=UTF-8',
      ]);
      const { sink } = await node.worker('connected-1', 1);
      await eventually('connected', () => sink.clients.size === 1);
      sink.say('hello');
      const body = response.body as unknown as AsyncIterable<Uint8Array>;
      for await (const chunk of body) {
        expect(Buffer.from(chunk).toString()).toBe('data: hello\n\n');
        break;
      }
      expect((await api.post('jobsubmitandconnect', submission('nobody'))).status).toBe(404);
    });
  });

  describe('of output as websockets', () => {
    const connect = (path: string, base = service.url, origin?: string) => {
      const socket = new WebSocket(`${base.replace('http', 'ws')}/api/v1/${path}`, { origin });
      const messages: string[] = [];
      const closed = new Promise<[number, string]>((resolve) =>
        socket.once('close', (code, reason) => resolve([code, reason.toString()])),
      );
      socket.on('message', (data: Buffer) => messages.push(data.toString()));
      socket.on('error', () => undefined);
      return { socket, messages, closed };
    };

    it('[V1-STREAM-9] send the messages of all sink workers, one a frame, and close with the job', async () => {
      await api.createCluster('framed');
      const jobId = await launch('framed');
      const client = connect(`jobConnectbyid/${jobId}?sample=1`, replica.url);
      const [two, three] = [await node.worker(jobId, 2), await node.worker(jobId, 3)];
      await eventually('connected', () => two.sink.clients.size + three.sink.clients.size === 2);
      expect(two.sink.queries[0]).toBe(`/?sample=1&sourceWorker=${jobId}-worker-0-2`);
      two.sink.say('{"from":2}');
      three.sink.say('of two lines\ndata: and more');
      await eventually('both messages', () => client.messages.length === 2);
      expect(client.messages.sort()).toEqual(['of two lines\nand more', '{"from":2}']);
      await api.call('DELETE', `jobs/${jobId}`);
      expect((await client.closed)[0]).toBe(1000);
    });

    it('[V1-STREAM-9] follow a cluster to its newer jobs', async () => {
      await api.createCluster('followed', oneWorker);
      const client = connect('jobconnectbyname/followed');
      for (const number of [1, 2]) {
        const { sink } = await node.worker(await launch('followed'), 1);
        await eventually('connected', () => sink.clients.size === 1);
        sink.say(`from ${number}`);
        await eventually('the message', () => client.messages.includes(`from ${number}`));
      }
      client.socket.close();
      const { sink } = await node.worker('followed-2', 1);
      await eventually('nobody listens', () => sink.clients.size === 0);
    });

    it('close at once for what is unknown', async () => {
      expect(await connect('jobConnectbyid/framed-9').closed).toEqual([4404, 'Job framed-9 not found']);
      expect(await connect('jobConnectbyname/nobody').closed).toEqual([4404, 'No such Job cluster nobody']);
    });

    it('[V1-STREAM-11] drop what a slow client can’t take, tell it if it asked for meta messages, and go on when it can', async () => {
      await api.createCluster('slow-socket', oneWorker);
      const jobId = await launch('slow-socket');
      const { sink } = await node.worker(jobId, 1);
      const client = connect(`jobConnectbyid/${jobId}?enableMetaMessages=true`);
      await eventually('connected', () => sink.clients.size === 1);
      const dropped = async (): Promise<number> => {
        const metrics = await (await fetch(`${service.url}/metrics`)).text();
        return Number(/^stream_dropped_messages_total (\d+)/m.exec(metrics)?.[1] ?? 0);
      };
      const before = await dropped();
      client.socket.pause();
      const text = 'x'.repeat(LONG);
      await eventually(
        'messages are dropped',
        async () => {
          sink.say(text);
          return (await dropped()) > before + 3;
        },
        30_000,
      );
      client.socket.resume();
      await eventually('it goes on', () => {
        sink.say('later');
        return client.messages.includes('later');
      });
      await eventually('it is told how many it has lost', () =>
        client.messages.some((message) => /^\{"svc\.meta\.dropped":\d+\}$/.test(message)),
      );
      client.socket.close();
    }, 40_000);

    it('[V1-STREAM-9] are opened to pages of allowed origins only, events too', async () => {
      const { database, queuePrefix } = service;
      const more = { ...env, ROLES: 'api', CORS_ORIGINS: 'https://ui.example.org' };
      const guarded = await startStreaming({ env: more, database, queuePrefix });
      await api.createCluster('guarded', oneWorker);
      const statusOf = async (origin: string) => {
        const { socket } = connect('jobConnectbyname/guarded', guarded.url, origin);
        const status = await new Promise<number>((resolve) => {
          socket.once('open', () => resolve(101));
          socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
        });
        socket.terminate();
        return status;
      };
      expect(await statusOf('https://ui.example.org')).toBe(101);
      expect(await statusOf(guarded.url)).toBe(101);
      expect(await statusOf('https://evil.example')).toBe(403);
      const allowed = async (origin: string): Promise<string | null> => {
        const url = `${guarded.url}/api/v1/lastSubmittedJobIdStream/guarded`;
        const response = await fetch(url, { headers: { origin } });
        await response.body?.cancel();
        return response.headers.get('access-control-allow-origin');
      };
      expect(await allowed('https://ui.example.org')).toBe('https://ui.example.org');
      expect(await allowed('https://evil.example')).toBeNull();
      await guarded.close();
    });
  });

  describe('of job status', () => {
    const connect = (path: string, base = service.url) => {
      const socket = new WebSocket(`${base.replace('http', 'ws')}/api/v1/${path}`);
      const events: JobEvent[] = [];
      socket.on('message', (data: Buffer) => events.push(JSON.parse(data.toString()) as JobEvent));
      return { socket, events };
    };

    it('[V1-STREAM-1] send what happened to a job and then what happens, on any replica', async () => {
      await api.createCluster('watched', oneWorker);
      const jobId = await launch('watched');
      const { socket, events } = connect(`jobStatusStream/${jobId}`, replica.url);
      await eventually('the recent events', () =>
        events.some((event) => event.status.message.includes('transitioning to Active')),
      );
      expect(events[0]?.status).toMatchObject({
        jobId,
        workerNumber: -1,
        state: 'Accepted',
        message: `${jobId} Job request received`,
      });
      const workerStates = () =>
        events.filter((event) => event.status.workerNumber === 1).map((event) => event.status.state);
      expect(workerStates()).toEqual(['Launched', 'StartInitiated', 'Started']);
      await (await node.worker(jobId, 1)).exit(137);
      await eventually('news of the new worker', () =>
        events.some((event) => event.status.workerNumber === 2 && event.status.state === 'Started'),
      );
      expect(workerStates().at(-1)).toBe('Failed');
      await api.call('DELETE', `jobs/${jobId}`);
      await eventually('news of the end', () =>
        events.some((event) => event.status.message.includes('job shutdown')),
      );
      expect(new Set(events.map((event) => JSON.stringify(event))).size).toBe(events.length);
      socket.close();
    });

    it('[V1-STREAM-1] send every event of a burst, in order', async () => {
      await api.createCluster('bursting', oneWorker);
      const jobId = await launch('bursting');
      const { socket, events } = connect(`jobStatusStream/${jobId}`);
      await eventually('the recent events', () => events.length > 0);
      const database = service.app.get(DataSource, { strict: false });
      const last: { sequence: number | string }[] = await database.query(
        'SELECT sequence FROM jobs WHERE id = ?',
        [jobId],
      );
      const rows = Array.from({ length: 250 }, (_, i) => [
        jobId,
        Number(last[0]?.sequence) + i + 1,
        JSON.stringify({ jobId, workerNumber: 7, state: 'Started', message: `burst ${i}` }),
      ]);
      await database.query('INSERT INTO job_events (job_id, sequence, event) VALUES ?', [rows]);
      await database.query('UPDATE jobs SET sequence = sequence + 250 WHERE id = ?', [jobId]);
      const burst = () =>
        events.map(({ status }) => status.message).filter((message) => message.startsWith('burst '));
      await eventually('the whole burst', () => burst().length === 250);
      expect(burst()).toEqual(Array.from({ length: 250 }, (_, i) => `burst ${i}`));
      socket.close();
    });

    it('refuse sockets at other addresses with 404', async () => {
      const { socket } = connect('nothing/x');
      const status = await new Promise<number>((resolve) => {
        socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
        socket.on('error', () => undefined);
      });
      expect(status).toBe(404);
    });
  });

  it('end properly when the service stops', async () => {
    const { database, queuePrefix } = service;
    const third = await startStreaming({ env: { ...env, ROLES: 'api' }, database, queuePrefix });
    await api.createCluster('stopping', oneWorker);
    const jobId = await launch('stopping');
    const streams = await Promise.all(
      [`jobDiscoveryStream/${jobId}`, `jobConnectbyid/${jobId}`, 'lastSubmittedJobIdStream/stopping'].map(
        (path) => open(path, third.url),
      ),
    );
    const socket = new WebSocket(`${third.url.replace('http', 'ws')}/api/v1/jobStatusStream/${jobId}`);
    await new Promise((resolve) => socket.once('open', resolve));
    const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
    await third.close();
    await Promise.all(streams.map((stream) => stream.end()));
    expect(await closed).toBe(1001);
  });
});
