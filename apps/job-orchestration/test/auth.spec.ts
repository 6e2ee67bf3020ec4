import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry } from '@portolan/service';
import { TestIssuer } from '@portolan/service/testing/auth';
import {
  Client,
  application,
  cluster,
  command,
  job,
  startJobs,
  type Answer,
  type JobsService,
  type Page,
  type Shown,
} from './support';

/** A client that shows a token. */
class User extends Client {
  constructor(
    url: string,
    private readonly token: string,
  ) {
    super(url);
  }

  override async call<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const response = await fetch(`${this.url}/api/v3${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status, headers } = response;
    return { status, headers, body: (text === '' ? text : JSON.parse(text)) as T };
  }

  async statusAfter(method: string, path: string, body?: unknown): Promise<number> {
    return (await this.call(method, path, body)).status;
  }
}

describe('jobs of authenticated users', () => {
  let issuer: TestIssuer;
  let service: JobsService;
  const audit = join(mkdtempSync(join(tmpdir(), 'portolan-audit-')), 'audit.log');
  const users = {} as Record<'alice' | 'bob' | 'reader' | 'admin', User>;

  beforeAll(async () => {
    issuer = await TestIssuer.start();
    service = await startJobs({
      env: { ROLES: 'api,controller', AUTH_MODE: 'oauth2', ...issuer.settings, AUDIT_LOG_FILE: audit },
    });
    const roles = { alice: 'submitter', bob: 'submitter', reader: 'reader', admin: 'admin' };
    for (const [name, role] of Object.entries(roles)) {
      const token = await issuer.token({ subject: name, roles: [role] });
      users[name as keyof typeof users] = new User(service.url, token);
    }
    await users.admin.create('clusters', cluster());
    await users.admin.create('commands', command());
  });
  afterAll(async () => {
    await service.stop();
    await issuer.stop();
  });

  const submitted = (user: 'alice' | 'bob') => users[user].create('jobs', job({ user }));

  it('are submitted in the name of another user by an admin only', async () => {
    const { alice, admin, reader } = users;
    const wrong = await alice.call('POST', '/jobs', job({ user: 'bob' }));
    expect([wrong.status, wrong.body]).toEqual([
      403,
      { errorCode: 403, message: 'alice cannot act in the name of bob: only an admin can' },
    ]);
    expect(await alice.statusAfter('POST', '/jobs', job({ user: 'alice' }))).toBe(202);
    expect(await admin.statusAfter('POST', '/jobs', job({ user: 'bob' }))).toBe(202);
    expect(await reader.statusAfter('POST', '/jobs', job({ user: 'reader' }))).toBe(403);
  });

  it('are killed and rerun by their owner or an admin only', async () => {
    const { alice, bob, admin } = users;
    const [first, second] = [await submitted('alice'), await submitted('alice')];
    expect(await bob.statusAfter('GET', `/jobs/${first}`)).toBe(200);
    expect(await bob.statusAfter('DELETE', `/jobs/${first}`)).toBe(403);
    expect(await bob.statusAfter('POST', `/jobs/${first}/rerun`)).toBe(403);
    expect(await alice.statusAfter('POST', `/jobs/${first}/rerun`)).toBe(202);
    expect(await alice.statusAfter('DELETE', `/jobs/${first}`)).toBe(202);
    expect(await admin.statusAfter('DELETE', `/jobs/${second}`)).toBe(202);
    await alice.until(first, ['KILLED']);
    await alice.until(second, ['KILLED']);
    expect(await bob.statusAfter('DELETE', '/jobs/none')).toBe(404);
  });

  it('[V3-AUTH-5] show credentials of addresses to their owner and admins only, and keep them', async () => {
    const dependencies = [
      'https://ann:hush@files.example/a.zip',
      'https://files.example/b?sig=hush&v=1',
      'https://ann:12/hush@files.example/c.zip',
      'https:ann:hush@files.example/d.zip',
    ];
    const webhook = { url: 'https://hooks.example/services/hush', secret: 'a-secret-of-the-webhook' };
    const asked = {
      configs: ['s3://bucket/conf'],
      dependencies,
      setupFile: 'https://hush@files.example/s.sh',
      webhook,
    };
    const id = await users.alice.create('jobs', job({ user: 'alice', ...asked }));
    const request = async (user: User, of = id): Promise<Record<string, unknown>> =>
      (await user.call<Record<string, unknown>>('GET', `/jobs/${of}/request`)).body;
    const whole = { ...asked, webhook: { url: webhook.url } };
    const covered = {
      configs: ['s3://bucket/conf'],
      dependencies: [
        'https://***@files.example/a.zip',
        'https://files.example/b?***',
        'https://***@files.example/c.zip',
        'https:***@files.example/d.zip',
      ],
      setupFile: 'https://***@files.example/s.sh',
      webhook: { url: 'https://hooks.example/***' },
    };
    for (const user of [users.alice, users.admin]) expect(await request(user)).toMatchObject(whole);
    for (const user of [users.bob, users.reader]) expect(await request(user)).toMatchObject(covered);
    const again = await users.alice.call('POST', `/jobs/${id}/rerun`);
    const rerun = again.headers.get('location')?.split('/').at(-1) ?? '';
    expect(await request(users.alice, rerun)).toMatchObject(whole);
    for (const one of [id, rerun]) await users.alice.call('DELETE', `/jobs/${one}`);
  });

  it('[V3-AUTH-5] of schedules show credentials of addresses to their owner and admins only', async () => {
    const { alice, bob, reader, admin } = users;
    const { user: _user, ...request } = job({
      dependencies: ['https://ann:hush@files.example/a.zip'],
      setupFile: 'https://files.example/s.sh?sig=hush',
      webhook: { url: 'https://hooks.example/services/hush', secret: 'a-secret-of-the-webhook' },
    });
    const schedule = { name: 's', user: 'alice', version: '1', cron: '0 4 1 1 *', tags: ['hushed'], request };
    const id = await alice.create('schedules', schedule);
    for (const path of [`/schedules/${id}`, '/schedules?tag=hushed']) {
      for (const user of [alice, bob, admin, reader]) {
        const text = JSON.stringify((await user.call('GET', path)).body);
        expect([path, text.includes('/services/hush')]).toEqual([path, user === alice || user === admin]);
        expect(text.includes('sig=hush')).toBe(user === alice || user === admin);
        expect(text).not.toContain('a-secret-of-the-webhook');
      }
    }
    expect(await admin.statusAfter('DELETE', `/schedules/${id}`)).toBe(204);
  });

  it.each(['applications', 'commands', 'clusters'])(
    '[V3-AUTH-5] run with %s whose addresses show credentials to admins only',
    async (collection) => {
      const { admin, reader } = users;
      const made = { applications: application, commands: command, clusters: cluster }[collection];
      const setupFile = 'https://ann:hush@files.example/s.sh?sig=hush';
      const dependencies = ['https://files.example/a?sig=hush'];
      const id = await admin.create(collection, {
        ...made?.(),
        id: `own-${collection}`,
        dependencies,
        setupFile,
      });
      for (const path of [
        `/${collection}/${id}`,
        `/${collection}?name=%25`,
        `/${collection}/${id}/dependencies`,
      ]) {
        expect(JSON.stringify((await reader.call('GET', path)).body)).not.toContain('hush');
        expect(JSON.stringify((await admin.call('GET', path)).body)).toContain('hush');
      }
      const { body } = await admin.call<Record<string, unknown>>('GET', `/${collection}/${id}`);
      expect(await admin.statusAfter('PUT', `/${collection}/${id}`, body)).toBe(204);
      expect((await admin.call('GET', `/${collection}/${id}`)).body).toMatchObject({
        dependencies,
        setupFile,
      });
    },
  );

  it('are killed in bulk by their owner, and those of others continue', async () => {
    const [own, other] = [await submitted('alice'), await submitted('bob')];
    expect(await users.alice.statusAfter('DELETE', '/jobs?name=%25')).toBe(202);
    await users.alice.until(own, ['KILLED']);
    const later = await submitted('alice');
    expect(await users.alice.statusAfter('DELETE', `/jobs?id=${later}`)).toBe(202);
    await users.alice.until(later, ['KILLED']);
    expect(await users.bob.statusOf(other)).not.toBe('KILLED');
    expect(await users.admin.statusAfter('DELETE', `/jobs?user=bob`)).toBe(202);
    await users.bob.until(other, ['KILLED']);
  });

  it('[V3-SCHED-6] have schedules that their user or an admin changes, triggers and deletes only', async () => {
    const { alice, bob, reader, admin } = users;
    const { user: _user, ...request } = job();
    const schedule = (user: string) => ({ name: 's', user, version: '1', cron: '0 4 1 1 *', request });
    const wrong = await alice.call('POST', '/schedules', schedule('bob'));
    expect([wrong.status, wrong.body]).toEqual([
      403,
      { errorCode: 403, message: 'alice cannot act in the name of bob: only an admin can' },
    ]);
    expect(await reader.statusAfter('POST', '/schedules', schedule('reader'))).toBe(403);
    const id = await alice.create('schedules', schedule('alice'));
    expect(await reader.statusAfter('GET', `/schedules/${id}`)).toBe(200);
    expect(await reader.statusAfter('POST', '/schedules/preview', { cron: '* * * * *' })).toBe(200);
    const writes: [string, string, unknown][] = [
      ['PUT', '', schedule('alice')],
      ['PATCH', '', [{ op: 'replace', path: '/name', value: 't' }]],
      ['POST', '/actions/pause', undefined],
      ['POST', '/actions/resume', undefined],
      ['POST', '/actions/trigger', undefined],
      ['POST', '/actions/backfill', { from: 0, to: 1 }],
    ];
    for (const [method, path, body] of writes) {
      expect([path, await bob.statusAfter(method, `/schedules/${id}${path}`, body)]).toEqual([path, 403]);
      expect(await alice.statusAfter(method, `/schedules/${id}${path}`, body)).toBeLessThan(300);
    }
    expect(await alice.statusAfter('PUT', `/schedules/${id}`, schedule('bob'))).toBe(403);
    expect(await bob.statusAfter('DELETE', `/schedules/${id}`)).toBe(403);
    const [job1] = (await alice.call<Page>('GET', '/jobs?user=alice&sort=created,desc&size=1')).body
      ._embedded!.jobSearchResultList as [Shown];
    expect(job1.id).toMatch(new RegExp(`^${id}-`));
    expect(await bob.statusAfter('DELETE', `/jobs/${job1.id as string}`)).toBe(403);
    expect(await alice.statusAfter('DELETE', `/jobs/${job1.id as string}`)).toBe(202);
    expect(await admin.statusAfter('DELETE', `/schedules/${id}`)).toBe(204);
  });

  it('[V3-SCHED-6] have schedules whose addresses show credentials to their user and admins only', async () => {
    const { alice, admin, bob } = users;
    const { user: _user, ...request } = job({ setupFile: 'https://ann:hush@files.example/s.sh' });
    const body = { name: 's', user: 'alice', version: '1', cron: '0 4 1 1 *', request };
    const id = await alice.create('schedules', body);
    const shown = async (user: User) => JSON.stringify((await user.call('GET', `/schedules/${id}`)).body);
    for (const user of [alice, admin]) expect(await shown(user)).toContain('hush');
    expect(await shown(bob)).not.toContain('hush');
    expect(JSON.stringify((await bob.call('GET', '/schedules')).body)).not.toContain('hush');
  });

  it('[V3-SCHED-9] write an audit line for each job that a schedule submits', async () => {
    const { alice } = users;
    const { user: _user, ...request } = job();
    const body = { name: 's', user: 'alice', version: '1', cron: '0 4 1 1 *', request };
    const id = await alice.create('schedules', body);
    const { headers } = await alice.call('POST', `/schedules/${id}/actions/trigger`);
    const jobId = headers.get('location')?.split('/').at(-1) ?? '';
    const lines = readFileSync(audit, 'utf8').trim().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as AuditEntry);
    expect(entries.filter(({ via }) => via === 'schedule').at(-1)).toMatchObject({
      ...{
        audit: true,
        subject: 'alice',
        method: 'POST',
        route: '/api/v3/jobs',
        status: 202,
        outcome: 'done',
      },
      ...{ url: `/api/v3/schedules/${id}`, location: `/api/v3/jobs/${jobId}` },
    });
    await alice.call('DELETE', `/jobs/${jobId}`);
  });

  it('documents 401, 403 and 503 for callers, also where no database is needed', async () => {
    const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { responses: object }>>;
    };
    const { responses = {} } = document.paths['/api/v3']?.get ?? {};
    expect(Object.keys(responses)).toEqual(['200', '401', '403', '405', '429', '431', '503']);
  });
});
