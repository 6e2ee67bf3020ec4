import { TestIssuer } from '@portolan/service/testing/auth';
import { Client, cluster, command, job, startJobs, type Answer, type JobsService } from './support';

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

describe('jobs of users who are known', () => {
  let issuer: TestIssuer;
  let service: JobsService;
  const users = {} as Record<'alice' | 'bob' | 'reader' | 'admin', User>;

  beforeAll(async () => {
    issuer = await TestIssuer.start();
    service = await startJobs({
      env: { ROLES: 'api,controller', AUTH_MODE: 'oauth2', ...issuer.settings, AUDIT_LOG_FILE: '/dev/null' },
    });
    const roles = { alice: 'submitter', bob: 'submitter', reader: 'reader', admin: 'admin' };
    for (const [name, role] of Object.entries(roles)) {
      const token = await issuer.token({ subject: name, roles: [role] });
      users[name as keyof typeof users] = new User(service.url, token);
    }
    await users.admin.create('clusters', cluster());
    await users.admin.create('commands', command());
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await issuer.stop();
  });

  const submitted = (user: 'alice' | 'bob') => users[user].create('jobs', job({ user }));

  it('are submitted in nobody else’s name, but by an admin', async () => {
    const { alice, admin, reader } = users;
    const wrong = await alice.call('POST', '/jobs', job({ user: 'bob' }));
    expect([wrong.status, wrong.body]).toEqual([
      403,
      { errorCode: 403, message: 'alice can not act in the name of bob' },
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

  it('are killed many at a time by who owns them, and those of others go on', async () => {
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

  it('has in its document that who asks may be unknown, not allowed, or not judged now, also where no database is needed', async () => {
    const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { responses: object }>>;
    };
    const { responses = {} } = document.paths['/api/v3']?.get ?? {};
    expect(Object.keys(responses)).toEqual(['200', '401', '403', '405', '429', '431', '503']);
  });
});
