import { setTimeout as delay } from 'node:timers/promises';
import { TcpProxy, eventually } from '@portolan/service/testing';
import { OVERLAP_MS } from '../src/job-feed/feed-position';
import { register, startJobs, type Client, type JobsService } from './support';

interface Change {
  id: string;
  status: string;
  updated: string;
}

/** A client of the stream of changes. */
class Feed {
  private text = '';
  private readonly abort = new AbortController();
  status = 0;
  contentType: string | null = null;

  static async open(url: string, query = '', headers: Record<string, string> = {}): Promise<Feed> {
    const feed = new Feed();
    const response = await fetch(`${url}/api/v3/jobChanges?${query}`, { headers, signal: feed.abort.signal });
    feed.status = response.status;
    feed.contentType = response.headers.get('content-type');
    void feed.read(response);
    return feed;
  }

  private async read({ body }: Response): Promise<void> {
    try {
      const decoder = new TextDecoder();
      for await (const bytes of body ?? [])
        this.text += decoder.decode(bytes as Uint8Array, { stream: true });
    } catch {
      // The client has left.
    }
  }

  get changes(): Change[] {
    return [...this.text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as Change);
  }

  get lastId(): string {
    return [...this.text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? '';
  }

  get heartbeats(): number {
    return this.text.split('\n').filter((line) => line === ':').length;
  }

  /** Waits until a job was reported in a state. */
  async has(id: string, status: string): Promise<void> {
    await eventually(`${id} is reported as ${status}`, () =>
      this.changes.some((change) => change.id === id && change.status === status),
    );
  }

  leave(): void {
    this.abort.abort();
  }
}

describe('the stream of changes of jobs', () => {
  let service: JobsService;
  let replica: JobsService;
  let client: Client;
  const feeds: Feed[] = [];
  const open = async (...of: Parameters<typeof Feed.open>): Promise<Feed> => {
    const feed = await Feed.open(...of);
    feeds.push(feed);
    return feed;
  };
  beforeAll(async () => {
    // No node: jobs wait until they are killed.
    service = await startJobs({ env: { ROLES: 'api,controller' } });
    const { database, queuePrefix } = service;
    const env = {
      ROLES: 'api',
      STATUS_HEARTBEAT_MS: '100',
      STATUS_STREAMS_LIMIT: '2',
      STATUS_POLL_MS: '100',
    };
    replica = await startJobs({ database, queuePrefix, env });
    client = service.client;
    await register(client);
  });
  afterEach(() => feeds.splice(0).forEach((feed) => feed.leave()));
  afterAll(async () => {
    await replica.close();
    await service.stop();
  });

  it('[V3-JOB-33] reports each change that any replica makes, with the job as searches show it', async () => {
    const feed = await open(replica.url);
    expect([feed.status, feed.contentType]).toEqual([200, 'text/event-stream; charset=UTF-8']);
    const id = await client.submit({ name: 'watched' });
    await feed.has(id, 'ACCEPTED');
    await client.call('DELETE', `/jobs/${id}`);
    await feed.has(id, 'KILLED');
    const change = feed.changes.findLast((one) => one.id === id);
    const { body } = await client.get<{ _embedded: { jobSearchResultList: object[] } }>(`/jobs?id=${id}`);
    expect(change).toEqual({
      ...body._embedded.jobSearchResultList[0],
      updated: expect.stringMatching(/^20.*Z$/) as unknown,
      _links: { self: { href: expect.stringContaining(`/jobs/${id}`) as unknown } },
    });
  });

  it('[V3-JOB-33] reports the jobs that the filters find after a change, and refuses unknown filters', async () => {
    const feed = await open(service.url, 'user=asked&status=KILLED&tag=one');
    const submit = (user: string, ...tags: string[]) => client.submit({ user, tags });
    const ids = [await submit('asked', 'one'), await submit('asked', 'two'), await submit('other', 'one')];
    for (const id of ids) await client.call('DELETE', `/jobs/${id}`);
    await feed.has(String(ids[0]), 'KILLED');
    // All three have been reported to a stream without filters, so this one has passed them.
    const all = await open(service.url);
    for (const id of ids) await all.has(id, 'KILLED');
    expect(feed.changes.map(({ id, status }) => [id, status])).toEqual([[ids[0], 'KILLED']]);
    expect((await open(service.url, 'nonsense=1')).status).toBe(400);
    expect((await open(service.url, 'page=1')).status).toBe(400);
  });

  it('[V3-JOB-33] reports the changes of a time in which the database did not answer its replica', async () => {
    const direct = new URL(service.database.url);
    const proxy = await TcpProxy.start(direct.hostname, Number(direct.port || 3306));
    direct.host = `127.0.0.1:${proxy.port}`;
    const database = { url: direct.href, drop: () => Promise.resolve() };
    const cutOff = await startJobs({
      database,
      queuePrefix: service.queuePrefix,
      env: { ROLES: 'api', STATUS_POLL_MS: '100' },
    });
    try {
      const feed = await open(cutOff.url);
      await feed.has(await client.submit(), 'ACCEPTED');
      proxy.cut();
      const missed = await client.submit();
      // Longer than queries overlap.
      await delay(OVERLAP_MS + 1000);
      proxy.restore();
      await feed.has(missed, 'ACCEPTED');
    } finally {
      await cutOff.close();
      await proxy.stop();
    }
  });

  it('[V3-JOB-33] exists in release 4.3 only', async () => {
    const former = await startJobs({
      database: service.database,
      queuePrefix: service.queuePrefix,
      env: { ROLES: 'api', API_RELEASE: '4.0' },
    });
    try {
      expect((await fetch(`${former.url}/api/v3/jobChanges`)).status).toBe(404);
    } finally {
      await former.close();
    }
  });

  it('[V3-JOB-34] resumes after the last event, from another replica', async () => {
    const first = await open(service.url, 'user=resumed');
    const before = await client.submit({ user: 'resumed' });
    await first.has(before, 'ACCEPTED');
    first.leave();
    const missed = await client.submit({ user: 'resumed' });
    const second = await open(replica.url, 'user=resumed', { 'last-event-id': first.lastId });
    await second.has(missed, 'ACCEPTED');
    const head = await fetch(`${service.url}/api/v3/jobChanges`, { method: 'HEAD' });
    expect(head.status).toBe(200);
  });

  it('[V3-JOB-34] is kept alive, and shares the limit of the status of one job', async () => {
    const id = await client.submit();
    const status = () =>
      fetch(`${replica.url}/api/v3/jobs/${id}/status`, { headers: { accept: 'text/event-stream' } });
    const [feed] = [await open(replica.url, 'user=nobody'), await open(replica.url)];
    expect((await status()).status).toBe(503);
    expect((await open(replica.url)).status).toBe(503);
    await eventually('two heartbeats', () => feed.heartbeats > 1);
    feed.leave();
    await eventually('room for another', async () => {
      const other = await open(replica.url);
      other.leave();
      return other.status === 200;
    });
  });
});
