import { eventually, type TestService } from '@portolan/service/testing';
import { TestIssuer } from '@portolan/service/testing/auth';
import { DataSource } from 'typeorm';
import { WebSocket } from 'ws';
import { WorkerEntity } from '../src/jobs/job.entity';
import { definition, oneWorker, startStreaming, submission } from './support/api';
import { TestNode } from './support/test-node';

interface Answer {
  status: number;
  body: Record<string, unknown> & { jobMetadata?: { jobId: string; user: string; jarUrl: string } };
}

describe('job clusters and jobs of authenticated users', () => {
  let issuer: TestIssuer;
  let service: TestService;
  let node: TestNode;
  const tokens = {} as Record<'alice' | 'bob' | 'admin' | 'reader', string>;

  beforeAll(async () => {
    issuer = await TestIssuer.start();
    const env = {
      AUTH_MODE: 'oauth2',
      ...issuer.settings,
      AUDIT_LOG_FILE: '/dev/null',
      AUTH_CLOCK_TOLERANCE_MS: '0',
    };
    service = await startStreaming({ env });
    node = await TestNode.start(service, false);
    const roles = { alice: 'submitter', bob: 'submitter', reader: 'reader', admin: 'admin' };
    for (const [subject, role] of Object.entries(roles)) {
      tokens[subject as keyof typeof tokens] = await issuer.token({ subject, roles: [role] });
    }
  });
  afterAll(async () => {
    await node.stop();
    await service.stop();
    await issuer.stop();
  });

  async function call(
    token: string | undefined,
    method: string,
    path: string,
    body?: object,
  ): Promise<Answer> {
    const response = await fetch(`${service.url}/api/v1/${path}`, {
      method,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: (text.startsWith('{') ? JSON.parse(text) : {}) as Answer['body'],
    };
  }
  const statusOf = async (...request: Parameters<typeof call>) => (await call(...request)).status;
  const by = (user: keyof typeof tokens) => (method: string, path: string, body?: object) =>
    statusOf(tokens[user], method, path, body);

  it('belong to their creator only', async () => {
    const cluster = definition('flow', { user: 'alice', ...oneWorker });
    expect(await by('bob')('POST', 'jobClusters', cluster)).toBe(403);
    expect(await by('alice')('POST', 'jobClusters', cluster)).toBe(201);
    const action = (user: string) => ({ name: 'flow', user });
    expect(await by('bob')('POST', 'jobClusters/flow/actions/disableCluster', action('bob'))).toBe(403);
    expect(await by('bob')('POST', 'jobClusters/flow/actions/disableCluster', action('alice'))).toBe(403);
    expect(await by('bob')('PUT', 'jobClusters/flow', cluster)).toBe(403);
    expect(await by('bob')('DELETE', 'jobClusters/flow?user=alice')).toBe(403);
    expect(await by('alice')('POST', 'jobClusters/flow/actions/disableCluster', action('alice'))).toBe(204);
    expect(await by('admin')('POST', 'jobClusters/flow/actions/enableCluster', action('alice'))).toBe(204);
    expect(
      await by('alice')('POST', 'jobClusters/none/actions/enableCluster', { name: 'none', user: 'alice' }),
    ).toBe(404);
  });

  it('have the name of their submitter, and are killed by the submitter or an admin only', async () => {
    const { user, ...nameless } = submission('flow', { user: 'bob' }) as { user: string };
    expect(await by('alice')('POST', 'jobClusters/flow/jobs', { user, ...nameless })).toBe(403);
    const { status, body } = await call(tokens.bob, 'POST', 'jobClusters/flow/jobs', nameless);
    expect([status, body.jobMetadata?.user]).toEqual([201, 'bob']);
    const { jobId = '' } = body.jobMetadata ?? {};
    const scale = { StageNumber: 1, NumWorkers: 2 };
    expect(await by('alice')('POST', `jobs/${jobId}/actions/scaleStage`, scale)).toBe(403);
    expect(await by('alice')('POST', `jobs/${jobId}/actions/resubmitWorker`, { workerNumber: 1 })).toBe(403);
    expect(await by('alice')('DELETE', `jobs/${jobId}`)).toBe(403);
    expect(await by('bob')('DELETE', `jobs/${jobId}?user=alice`)).toBe(403);
    expect(await by('bob')('DELETE', `jobs/${jobId}`)).toBe(202);
  });

  it("show credentials in an artifact's address to their owner and admins only", async () => {
    const url = 'http://ann:hush@127.0.0.1:9/a.zip?X-Signature=hush';
    const covered = 'http://***@127.0.0.1:9/a.zip?***';
    const cluster = definition('covered', { user: 'alice', ...oneWorker, jobJarFileLocation: url });
    expect(await by('alice')('POST', 'jobClusters', cluster)).toBe(201);
    const { body } = await call(tokens.alice, 'POST', 'jobs/actions/quickSubmit', { name: 'covered' });
    const { jobId = '' } = body.jobMetadata ?? {};
    const seenBy = async (user: keyof typeof tokens): Promise<string[]> => {
      const texts = [
        'jobClusters/covered',
        'jobClusters?matching=covered',
        `jobs/${jobId}`,
        'jobs?matching=covered',
      ]
        .concat('jobClusters/covered/jobs?compact=true', `jobClusters/covered/jobs/${jobId}`)
        .map(async (path) => {
          const headers = { authorization: `Bearer ${tokens[user]}` };
          return (await fetch(`${service.url}/api/v1/${path}`, { headers })).text();
        });
      return (await Promise.all(texts)).map((text) => /"(?:url|jarUrl)":"([^"]*)"/.exec(text)?.[1] ?? text);
    };
    for (const user of ['alice', 'admin'] as const) expect(await seenBy(user)).toEqual(Array(6).fill(url));
    for (const user of ['bob', 'reader'] as const) expect(await seenBy(user)).toEqual(Array(6).fill(covered));
    const bobs = await call(tokens.bob, 'POST', 'jobClusters/covered/jobs', {
      name: 'covered',
      jobSla: { durationType: 'Perpetual' },
    });
    const artifactSeenBy = async (user: keyof typeof tokens): Promise<string | undefined> =>
      (await call(tokens[user], 'GET', `jobs/${bobs.body.jobMetadata?.jobId}`)).body.jobMetadata?.jarUrl;
    expect(await artifactSeenBy('alice')).toBe(url);
    expect(await artifactSeenBy('bob')).toBe(covered);
    expect(await by('alice')('DELETE', `jobs/${jobId}`)).toBe(202);
  });

  it('[V1-ACCESS-3] have workers that report for themselves and read their own job with their token', async () => {
    const { body } = await call(tokens.alice, 'POST', 'jobs/actions/quickSubmit', { name: 'flow' });
    const { jobId = '' } = body.jobMetadata ?? {};
    const worker = await node.worker(jobId, 1);
    expect([await worker.post('StartInitiated'), await worker.post('Started')]).toEqual([204, 204]);
    await eventually('the job is launched', async () => {
      const { body: job } = await call(tokens.reader, 'GET', `jobs/${jobId}`);
      return JSON.stringify(job).includes('"Launched"');
    });
    const {
      JOB_ACCESS_TOKEN: own = '',
      DISCOVERY_URL: discovery = '',
      STATUS_URL: status = '',
    } = worker.offer.environment;
    expect(await statusOf(own, 'GET', `jobs/${jobId}`)).toBe(200);
    expect(await statusOf(own, 'GET', 'jobs/flow-1')).toBe(403);
    expect(await statusOf(own, 'GET', 'jobs')).toBe(403);
    expect(await statusOf(own, 'DELETE', `jobs/${jobId}`)).toBe(403);
    expect(
      await statusOf(own, 'POST', `jobs/${jobId}/actions/scaleStage`, { StageNumber: 1, NumWorkers: 2 }),
    ).toBe(403);
    const stream = await fetch(discovery);
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    await stream.body?.cancel();
    expect(await worker.post('Noop', { workerNumber: 2 })).toBe(403);
    const stranger = await fetch(status.replace(`/${jobId}/`, '/flow-1/'), { method: 'POST', body: '{}' });
    expect(stranger.status).toBe(403);
    expect((await fetch(status.split('?', 1)[0] ?? '', { method: 'POST', body: '{}' })).status).toBe(401);
  });

  it('[V1-ACCESS-4] are closed to the token of a worker once its process has ended', async () => {
    const { body } = await call(tokens.alice, 'POST', 'jobs/actions/quickSubmit', { name: 'flow' });
    const { jobId = '' } = body.jobMetadata ?? {};
    const worker = await node.worker(jobId, 1);
    await worker.start();
    const { JOB_ACCESS_TOKEN: own = '', DISCOVERY_URL: discovery = '' } = worker.offer.environment;
    expect(await statusOf(own, 'GET', `jobs/${jobId}`)).toBe(200);
    await worker.post('Completed');
    await worker.exit(0);
    await eventually(
      'the record is closed to it',
      async () => (await statusOf(own, 'GET', `jobs/${jobId}`)) === 403,
    );
    expect((await fetch(discovery)).status).toBe(403);
    expect(await by('reader')('GET', `jobs/${jobId}`)).toBe(200);
    expect(await worker.heartbeat()).toBe(204);
  });

  it('[V1-ACCESS-5] are closed to the token of a worker of a deleted job that had the same id', async () => {
    const begin = async (index: number) => {
      const cluster = definition('twice', { user: 'alice', ...oneWorker });
      expect(await by('alice')('POST', 'jobClusters', cluster)).toBe(201);
      const { body } = await call(tokens.alice, 'POST', 'jobs/actions/quickSubmit', { name: 'twice' });
      expect(body.jobMetadata?.jobId).toBe('twice-1');
      return eventually('its worker is launched', () => node.of('twice-1')[index]);
    };
    const former = await begin(0);
    await former.start();
    const { JOB_ACCESS_TOKEN: own = '' } = former.offer.environment;
    expect(await statusOf(own, 'GET', 'jobs/twice-1')).toBe(200);
    expect(await by('alice')('DELETE', 'jobs/twice-1')).toBe(202);
    await former.exit(143);
    await eventually('the cluster is deleted', async () =>
      [202, 404].includes(await by('alice')('DELETE', 'jobClusters/twice?user=alice')),
    );
    const worker = await begin(1);
    await worker.start();
    expect(await statusOf(own, 'GET', 'jobs/twice-1')).toBe(403);
    const heartbeats = async () => {
      const rows = await service.app
        .get(DataSource, { strict: false })
        .manager.findBy(WorkerEntity, { jobId: 'twice-1' });
      return rows.map(({ lastHeartbeatAt }) => lastHeartbeatAt);
    };
    const before = await heartbeats();
    expect(await former.heartbeat()).toBe(204);
    expect(await heartbeats()).toEqual(before);
    await worker.heartbeat();
    expect(await heartbeats()).not.toEqual(before);
    await former.post('Failed');
    const { body } = await call(tokens.alice, 'GET', 'jobs/twice-1');
    expect(JSON.stringify(body)).not.toContain('"workerNumber":2');
  });

  it('open websockets to readers only, whose token may be in the address', async () => {
    const open = (path: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/v1/${path}`);
        socket.on('open', () => resolve('open'));
        socket.on('open', () => socket.terminate());
        socket.on('error', () => undefined);
        socket.on('unexpected-response', (_request, response) => {
          const challenge = String(response.headers['www-authenticate']);
          response
            .setEncoding('utf8')
            .once('data', (text: string) => resolve(`${response.statusCode} ${challenge} ${text}`));
        });
      });
    for (const path of ['jobStatusStream/flow-1', 'jobConnectbyid/flow-1', 'jobConnectbyname/flow']) {
      expect(await open(path)).toMatch(/^401 Bearer realm="portolan" \{"time":\d+,"host":.*"error":/);
      expect(await open(`${path}?access_token=nonsense`)).toMatch(/^401 Bearer .*invalid_token/);
      expect(await open(`${path}?access_token=${tokens.reader}`)).toBe('open');
    }
    expect(await open(`jobStatusStream/flow-1?access_token=${await issuer.token({ roles: [] })}`)).toMatch(
      /^403 /,
    );
  });

  it('close websockets and end streams when the token that opened them expires', async () => {
    const sockets = service.url.replace('http', 'ws');
    const { opened } = await issuer.openBriefly({ roles: ['reader'] }, async (token) => {
      const socket = new WebSocket(`${sockets}/api/v1/jobStatusStream/flow-1?access_token=${token}`);
      const closed = new Promise((resolve) => {
        socket.on('close', (code, reason) => resolve([code, reason.toString()]));
      });
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.on('open', () => resolve(true)).on('error', () => resolve(false));
      });
      const stream = await fetch(`${service.url}/api/v1/lastSubmittedJobIdStream/flow?access_token=${token}`);
      return isOpen && stream.ok ? { stream, closed } : undefined;
    });
    const reason = 'the credential that opened this stream has expired';
    expect((await opened.stream.text()).endsWith(`: ${reason}\n\n`)).toBe(true);
    expect(await opened.closed).toEqual([1008, reason]);
    await eventually('nobody is counted as open any more', async () =>
      (await (await fetch(`${service.url}/metrics`)).text()).includes('streams_open 0'),
    );
  });
});
