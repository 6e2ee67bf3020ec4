import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually } from '@portolan/service/testing';
import { loadConfig } from '@portolan/service';
import { BulkKillRepository } from '../src/kill/bulk-kill.repository';
import { JobOrchestrationConfig } from '../src/config/job-orchestration-config';
import { NoticeKind, NoticeRepository } from '../src/notices/notice.repository';
import { NonRetryableError } from '../src/notices/notice-retries';
import { WebhookGateway } from '../src/notices/webhook.gateway';
import {
  containing,
  job,
  like,
  register,
  startJobs,
  type Client,
  type JobsService,
  type Shown,
} from './support';

// Real processes on a machine shared with other tests.

const wait = { commandArgs: `'until [ -e stop ]; do sleep 0.05; done'` };

describe('additions to jobs', () => {
  let service: JobsService;
  let replica: JobsService;
  let client: Client;
  beforeAll(async () => {
    service = await startJobs({
      env: { WEBHOOK_POLL_MS: '50', BULK_KILL_POLL_MS: '500' },
    });
    const { database, queuePrefix } = service;
    const env = { ROLES: 'api', OUTBOUND_ALLOWED: '', STATUS_HEARTBEAT_MS: '100', STATUS_STREAMS_LIMIT: '2' };
    replica = await startJobs({ database, queuePrefix, env });
    client = service.client;
    await register(client);
  });
  afterAll(async () => {
    await replica.close();
    await service.stop();
  });

  describe('its status as a stream', () => {
    const open = (url: string, id: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
      fetch(`${url}/api/v3/jobs/${id}/status`, {
        headers: { accept: 'text/event-stream', ...headers },
        ...(signal ? { signal } : {}),
      });
    const statuses = (stream: string): string[] =>
      [...stream.matchAll(/"status":"(\w+)"/g)].flatMap(([, status]) => status ?? []);

    it('[V3-JOB-26] reports every change, from any replica, and ends with the job', async () => {
      const id = await client.submit(wait);
      const first = await open(replica.url, id);
      expect([first.status, first.headers.get('content-type')]).toEqual([
        200,
        'text/event-stream; charset=UTF-8',
      ]);
      await client.until(id, ['RUNNING']);
      await client.call('DELETE', `/jobs/${id}`);
      const stream = await first.text();
      expect(statuses(stream).slice(-2)).toEqual(['RUNNING', 'KILLED']);
      expect(stream).toMatch(
        /id: \d+\ndata: \{"status":"KILLED","statusMsg":"Job was killed by user\.","time":"20.*Z"\}\n\n/,
      );

      const again = await open(service.url, id, { 'last-event-id': '1' });
      const seen = statuses(await again.text());
      // A node's reports may skip INIT.
      expect(seen.filter((status) => status !== 'INIT')).toEqual(['CLAIMED', 'RUNNING', 'KILLED']);
      const last = String([...stream.matchAll(/id: (\d+)/g)].at(-1)?.[1]);
      expect((await open(service.url, id, { 'last-event-id': last })).status).toBe(204);
    });

    it('[V3-JOB-26] reports the end of an ended job, and does not change plain requests', async () => {
      const id = await client.submit();
      await client.ended(id);
      expect(statuses(await (await open(replica.url, id)).text())).toEqual(['SUCCEEDED']);
      expect((await client.get(`/jobs/${id}/status`)).body).toEqual({ status: 'SUCCEEDED' });
      expect((await open(replica.url, 'nowhere')).status).toBe(404);
      const head = await fetch(`${replica.url}/api/v3/jobs/${id}/status`, {
        method: 'HEAD',
        headers: { accept: 'text/event-stream' },
      });
      expect(head.status).toBe(200);
    });

    it.each(['text/event-stream;q=0, */*', 'application/json, text/event-stream;q=0.5'])(
      '[V3-JOB-26] is no stream for %s',
      async (accept) => {
        const id = await client.submit();
        const response = await fetch(`${replica.url}/api/v3/jobs/${id}/status`, { headers: { accept } });
        expect(response.headers.get('content-type')).toContain('application/json');
        await response.body?.cancel();
        await client.ended(id);
      },
    );

    it('[V3-JOB-26] is kept alive without changes, and is limited per process', async () => {
      const id = await client.submit(wait);
      await client.until(id, ['RUNNING']);
      const abort = new AbortController();
      const streams = await Promise.all([1, 2].map(() => open(replica.url, id, {}, abort.signal)));
      expect((await open(replica.url, id)).status).toBe(503);
      const reader = streams[0]?.body?.pipeThrough(new TextDecoderStream()).getReader();
      await eventually('a heartbeat', async () => ((await reader?.read())?.value ?? '').includes(':\n\n'));
      abort.abort();
      await eventually('room for others', async () => {
        const other = new AbortController();
        const { status } = await open(replica.url, id, {}, other.signal);
        other.abort();
        return status === 200;
      });
      await client.call('DELETE', `/jobs/${id}`);
      await client.ended(id);
    });
  });

  describe('its webhook', () => {
    interface Call {
      headers: IncomingHttpHeaders;
      body: string;
    }
    const calls: Call[] = [];
    let answers: number[] = [];
    let server: Server;
    let url: string;
    const secret = 'kept between us';
    beforeAll(async () => {
      server = createServer((request, response) => {
        const answer = (body: string): void => {
          calls.push({ headers: request.headers, body });
          const headers = { location: '/elsewhere', connection: 'Upgrade', upgrade: 'other' };
          response.writeHead(answers.shift() ?? 204, headers).end();
        };
        text(request).then(answer, () => response.destroy());
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=b`;
    });
    afterAll(() => new Promise((resolve) => server.close(resolve)));

    it('[V3-JOB-27] is called when the job ends, signed, and retried after an error', async () => {
      answers = [500, 302];
      const id = await client.submit({ webhook: { url, secret }, commandArgs: `'exit 3'`, tags: ['t'] });
      await eventually('three calls', () => calls.length === 3);
      for (const { headers, body } of calls) {
        expect(headers['x-portolan-delivery']).toBe(id);
        expect(headers['content-type']).toBe('application/json');
        const [, time = '', signature] =
          /^t=(\d+),v1=(\w+)$/.exec(String(headers['x-portolan-signature'])) ?? [];
        expect(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')).toBe(signature);
        expect(Math.abs(Date.now() / 1000 - Number(time))).toBeLessThan(60);
      }
      expect(calls.map(({ headers }) => headers['x-portolan-attempt'])).toEqual(['1', '2', '3']);
      expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
      expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({
        type: 'JOB_FINISHED',
        id,
        details: { id, status: 'FAILED', exitCode: 3, tags: ['t'], finished: like(/^20.*Z$/) },
      });
      await eventually('nothing more to tell', async () => {
        const notices = service.app.get(NoticeRepository, { strict: false });
        return (await notices.due(NoticeKind.Webhook, Number.MAX_SAFE_INTEGER, 10)).length === 0;
      });
    });

    it('[V3-JOB-27] [V3-JOB-7] is called for a job without a match', async () => {
      const before = calls.length;
      const id = 'unmatched';
      const wanted = job({ id, webhook: { url, secret }, commandCriteria: ['nothing'] });
      expect((await client.call('POST', '/jobs', wanted)).status).toBe(412);
      await eventually('a call', () => calls.length > before);
      expect(JSON.parse(calls.at(-1)?.body ?? '')).toMatchObject({ details: { id, status: 'FAILED' } });
    });

    it('[V3-JOB-27] has a secret that is never shown', async () => {
      const id = await client.submit({ webhook: { url, secret }, commandArgs: `'env; cat run'` });
      await client.ended(id);
      const shown = [];
      for (const view of [
        '',
        '/request',
        '/execution',
        '/metadata',
        '/selection',
        '/output/stdout',
        '/output/run',
      ]) {
        const response = await fetch(`${service.url}/api/v3/jobs/${id}${view}`);
        expect(response.status).toBe(200);
        shown.push(await response.text());
      }
      expect(shown.join()).not.toContain(secret);
      expect((await client.get(`/jobs/${id}/request`)).body.webhook).toEqual({ url });
    });

    it.each([
      ['no address', 'somewhere', 'must be an http or https address'],
      ['another protocol', 'file:///etc/passwd', 'must be an http or https address'],
      ['credentials', 'http://a:b@example.org', 'must not have a user'],
      ['a password with a slash', 'http://a:12/34@example.org', 'must not have a user'],
      ['a token with a slash', 'http://TOK/EN@example.org', 'must not have a user'],
    ])('[V3-JOB-27] refuses a webhook with %s', async (_what, address, message) => {
      const { status, body } = await client.call('POST', '/jobs', job({ webhook: { url: address, secret } }));
      expect([status, body.message]).toEqual([412, containing(message)]);
    });

    it.each([
      'http://127.0.0.1:1',
      'http://[::1]',
      'http://169.254.169.254/latest',
      'http://localhost',
      'http://0x7f.1',
    ])('[V3-JOB-27] at %s is refused unless the installation allows it', async (address) => {
      const { status, body } = await replica.client.call(
        'POST',
        '/jobs',
        job({ webhook: { url: address, secret } }),
      );
      expect([status, body.message]).toEqual([412, containing('does not call')]);
    });

    const callFrom = (allowed: string, target: string): Promise<void> => {
      const config = loadConfig(JobOrchestrationConfig, {
        DATABASE_URL: service.database.url,
        REDIS_URL: 'redis://127.0.0.1',
        INTERNAL_TOKEN: 'internal-token-of-tests',
        OUTBOUND_ALLOWED: allowed,
      });
      return new WebhookGateway(config).call({ url: target, secret }, {}, { delivery: 'x', attempt: 1 });
    };

    it('[V3-JOB-27] whose name resolves to the own machine is not called', async () => {
      const before = calls.length;
      const call = callFrom('', url.replace('127.0.0.1', 'localhost'));
      await expect(call).rejects.toThrow(NonRetryableError);
      expect(calls.length).toBe(before);
    });

    it('[V3-JOB-27] fails an attempt that is answered with another protocol', async () => {
      answers = [101];
      await expect(callFrom('127.0.0.1', url)).rejects.toThrow('without a response');
    });
  });

  it('[V3-JOB-28] checks the secret references of a job and shows them unchanged', async () => {
    const secrets = [{ name: 'DB_PASSWORD', ref: 'file:db/password' }];
    const resolved = await client.call<Shown>('POST', '/jobs/resolve', job({ secrets }));
    expect(resolved.status).toBe(200);
    for (const [wrong, status] of [
      [[{ name: 'a-b', ref: 'file:x' }], 412],
      [[{ name: 'PORTOLAN_JOB_ID', ref: 'file:x' }], 412],
      [[{ name: 'A', ref: 'plain' }], 412],
      [[secrets[0], secrets[0]], 412],
      [[{ name: 'A' }], 400],
      [[{ name: 'A', ref: 'file:x'.padEnd(1025, 'x') }], 412],
    ] as const) {
      expect((await client.call('POST', '/jobs', job({ secrets: wrong }))).status).toBe(status);
    }
  });

  describe('killing all jobs of a search', () => {
    it('[V3-JOB-29] ends active jobs, keeps ended ones, and touches no others', async () => {
      const victim = { user: 'victim', tags: ['bulk'] };
      const done = await client.submit(victim);
      await client.ended(done);
      const running = await client.submit({ ...victim, ...wait });
      await client.until(running, ['RUNNING']);
      const waiting = await Promise.all(
        Array.from({ length: 5 }, () => client.submit({ ...victim, memory: 4096, ...wait })),
      );
      const other = await client.submit({ user: 'somebody', ...wait });
      const { status, body } = await replica.client.call('DELETE', '/jobs?user=victim&tag=bulk');
      expect([status, body]).toEqual([202, '']);
      for (const id of [running, ...waiting]) {
        expect(await client.ended(id)).toMatchObject({
          status: 'KILLED',
          statusMsg: 'Job was killed by user.',
        });
      }
      expect(await client.statusOf(done)).toBe('SUCCEEDED');
      await client.until(other, ['RUNNING']);
      await client.call('DELETE', `/jobs/${other}`);
      await client.ended(other);
      await eventually('the wish is forgotten', async () => {
        const kills = service.app.get(BulkKillRepository, { strict: false });
        return (await kills.due(Number.MAX_SAFE_INTEGER)).length === 0;
      });
    });

    it.each([
      ['without a filter', '', 400, 'at least one filter is needed: id, name, user, status'],
      ['with a state that is none', '?status=ASLEEP', 412, 'Unacceptable job status'],
      ['with a time that is none', '?minStarted=soon', 400, 'minStarted'],
    ])('[V3-JOB-29] refuses to kill all jobs of a search %s', async (_what, query, status, message) => {
      const answer = await client.call('DELETE', `/jobs${query}`);
      expect([answer.status, answer.body.message]).toEqual([status, containing(message)]);
    });

    it.each([
      ['an unknown filter', 'user=spared&nmae=x', 'unknown parameter nmae, did you mean name?'],
      ['a parameter of searches', 'user=spared&size=1', 'unknown parameter size'],
      ['a filter that is repeated in vain', 'user=spared&user=other', 'user can be given once only'],
      ['a blank filter', 'user=spared&name=', 'the filter name is blank'],
      ['a filter of nothing but commas', 'tag=,', 'the filter tag is blank'],
    ])('[V3-JOB-31] is refused for %s, and ends nothing', async (_what, query, message) => {
      const spared = await client.submit({ user: 'spared', memory: 4096 });
      const answer = await client.call('DELETE', `/jobs?${query}`);
      expect([answer.status, answer.body.message]).toEqual([400, containing(message)]);
      await client.call('DELETE', '/jobs?name=carried-out-last');
      await eventually('all wishes are carried out', async () => {
        const kills = service.app.get(BulkKillRepository, { strict: false });
        return (await kills.due(Number.MAX_SAFE_INTEGER)).length === 0;
      });
      expect(await client.statusOf(spared)).not.toBe('KILLED');
      await client.call('DELETE', `/jobs/${spared}`);
    });
  });
});
