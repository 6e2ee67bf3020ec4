import { appendFile, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@portolan/service/testing';
import { DataSource } from 'typeorm';
import { Follower, Gates } from './follower';
import { containing, outputOf, register, startJobs, type Client, type JobsService } from './support';

let gateNumber = 0;

/** Returns the number of open files of that name in this process, which runs the nodes and replicas. */
async function openFiles(name: string): Promise<number> {
  const descriptors = await readdir('/proc/self/fd');
  const paths = await Promise.all(descriptors.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')));
  return paths.filter((path) => path.endsWith(`/${name}`)).length;
}

describe('following the output of a job', () => {
  /** The service with a node, and a replica of the API without one. */
  let nodes: JobsService;
  let api: JobsService;
  let client: Client;
  let gates: Gates;

  beforeAll(async () => {
    gates = await Gates.create();
    nodes = await startJobs({ env: { NODE_HEARTBEAT_MS: '100' } });
    const { database, queuePrefix, workDirectory } = nodes;
    const env = {
      ROLES: 'api',
      ARCHIVE_DIR: join(workDirectory, 'archives'),
      OUTPUT_FOLLOWS_LIMIT: '6',
      LIVE_TRANSFER_STALL_MS: '2000',
    };
    api = await startJobs({ database, queuePrefix, env });
    client = nodes.client;
    await register(client);
  });
  afterAll(async () => {
    await api.close();
    await nodes.stop();
  });

  const gate = (): string => `gate-${(gateNumber += 1)}`;
  const submit = (script: string, change: object = {}): Promise<string> =>
    client.submit({ commandArgs: `'${script}'`, ...change });
  /** Returns the path of the standard output of a running job. */
  const stdoutOf = async (id: string): Promise<string> => {
    const [launch] = await nodes.app
      .get(DataSource)
      .query<{ id: string }[]>('SELECT id FROM launches WHERE subject = ?', [id]);
    return join(nodes.workDirectory, 'launches', launch!.id, 'job', 'stdout');
  };
  const archived = async (id: string): Promise<void> => {
    await eventually('archived', async () => {
      const { body } = await client.get(`/jobs/${id}/execution`);
      return body.archiveStatus === 'ARCHIVED';
    });
  };

  const where = [
    ['on the node of this process', () => nodes.url],
    ['on another node', () => api.url],
  ] as const;

  describe.each(where)('%s', (_where, url) => {
    it('[V3-FOLLOW-1] sends the current content, then appended data at once, until the job has ended', async () => {
      const [one, two] = [gate(), gate()];
      const id = await submit(
        `echo one; ${gates.wait(one)}; echo two; ${gates.wait(two)}; printf three; exit 3`,
      );
      await client.until(id, ['RUNNING']);
      const follower = await Follower.open(url(), id, 'stdout?follow=true');
      await follower.has('one\n');
      await gates.open(one);
      await follower.has('one\ntwo\n');
      await gates.open(two);
      expect(await follower.whole()).toBe('one\ntwo\nthree');
      expect((await client.ended(id)).status).toBe('FAILED');
    });

    it('[V3-FOLLOW-1] sends data before the same process answers a request that arrives 250 ms later', async () => {
      const go = gate();
      const id = await submit(gates.wait(go));
      await client.until(id, ['RUNNING']);
      const follower = await Follower.open(url(), id, 'stdout?follow=true');
      const stdout = await stdoutOf(id);
      let [written, earlier] = ['', 0];
      // A line follows the receipt of the one before, when a pause between two looks at the file has just begun.
      for (let line = 0; line < 9; line += 1) {
        const text = `${line}\n`;
        await appendFile(stdout, text);
        written += text;
        let isLater = false;
        // A busy machine delays this as it delays the file.
        const later = delay(250).then(async () => {
          await fetch(`${url()}/health/live`);
          isLater = true;
        });
        await follower.has(written);
        if (!isLater) earlier += 1;
        else await later;
      }
      expect(earlier).toBeGreaterThan(4);
      await gates.open(go);
      expect(await follower.whole()).toBe(written);
    });

    it('[V3-FOLLOW-2] begins at a position or at the last lines, and reports the position', async () => {
      const go = gate();
      const id = await submit(`printf "1\\n22\\n333\\n"; ${gates.wait(go)}; echo 4444`);
      await client.until(id, ['RUNNING']);
      const first = await Follower.open(url(), id, 'stdout?follow=true');
      await first.has('1\n22\n333\n');
      // The replica takes as many followers as there are views.
      first.leave();
      const views = [
        ['offset=5', 5, '333\n4444\n'],
        ['offset=12', 12, '4\n'],
        ['tail=1', 5, '333\n4444\n'],
        ['tail=2', 2, '22\n333\n4444\n'],
        ['tail=0', 9, '4444\n'],
        ['tail=9', 0, '1\n22\n333\n4444\n'],
      ] as const;
      const followers = await Promise.all(
        views.map(([query]) => Follower.open(api.url, id, `stdout?follow=true&${query}`)),
      );
      await gates.open(go);
      for (const [index, [query, offset, text]] of views.entries()) {
        const follower = followers[index]!;
        expect([query, follower.response.headers['portolan-offset'], await follower.whole()]).toEqual([
          query,
          String(offset),
          text,
        ]);
      }
    });

    it('[V3-FOLLOW-4] waits for stdout and stderr of a job that has not started', async () => {
      const [node] = (await client.get<{ _embedded: { nodeList: { id: string }[] } }>('/nodes')).body
        ._embedded.nodeList;
      await client.call('POST', `/nodes/${node!.id}/actions/cordon`);
      try {
        const id = await submit('echo out; echo err >&2');
        const killed = await submit('echo never');
        const [out, err, never] = await Promise.all([
          Follower.open(url(), id, 'stdout?follow=true'),
          Follower.open(url(), id, 'stderr?follow=true&tail=5'),
          Follower.open(url(), killed, 'stdout?follow=true'),
        ]);
        expect([out.status, out.response.headers['portolan-attempt']]).toEqual([200, '1']);
        for (const path of ['other?follow=true', 'stdout', 'stdout?offset=1'])
          expect((await outputOf({ url: url() }, id, `/${path}`)).status).toBe(404);
        await client.call('DELETE', `/jobs/${killed}`);
        expect(await never.whole()).toBe('');
        await client.call('POST', `/nodes/${node!.id}/actions/uncordon`);
        expect(await out.whole()).toBe('out\n');
        expect(await err.whole()).toBe('err\n');
      } finally {
        await client.call('POST', `/nodes/${node!.id}/actions/uncordon`);
      }
    });

    it('[V3-FOLLOW-8] follows neither links nor pipes, and survives what a job does to its files', async () => {
      const [open, ready, go] = [gate(), gate(), gate()];
      const id = await submit(
        `ln -s /etc/hostname link; mkfifo pipe; mkdir dir; printf 0123456789 > cut; printf ab > swapped; echo ready; ` +
          `${gates.wait(open)}; printf c >> swapped; ${gates.wait(ready)}; printf 0123 > cut; printf xyz > new; mv new swapped; rm -f gone; ` +
          `${gates.wait(go)}; printf 456789abc >> cut; printf more >> swapped`,
      );
      await eventually(
        'ready',
        async () => (await outputOf({ url: url() }, id, '/stdout')).text === 'ready\n',
      );
      for (const path of ['link', 'pipe', 'none', '..%2f..%2fetc/hostname'])
        expect([path, (await outputOf({ url: url() }, id, `/${path}?follow=true`)).status]).toEqual([
          path,
          404,
        ]);
      const cut = await Follower.open(url(), id, 'cut?follow=true');
      const swapped = await Follower.open(url(), id, 'swapped?follow=true');
      await cut.has('0123456789');
      await swapped.has('ab');
      await eventually('it is open', async () => (await openFiles('swapped')) === 1);
      // The service reads the present content first; only later content shows that it keeps the file open.
      await gates.open(open);
      await swapped.has('abc');
      await gates.open(ready);
      await eventually(
        'swapped',
        async () => (await outputOf({ url: url() }, id, '/swapped')).text === 'xyz',
      );
      const fresh = await Follower.open(url(), id, 'swapped?follow=true');
      await fresh.has('xyz');
      await gates.open(go);
      // Truncated data is not sent again; new data beyond the previous position is.
      expect(await cut.whole()).toBe('0123456789abc');
      expect(await swapped.whole()).toBe('abc');
      expect(await fresh.whole()).toBe('xyzmore');
    });
  });

  it('[V3-FOLLOW-2] sends parts of files that are not followed, live and archived', async () => {
    const id = await submit('printf "1\\n22\\n333\\n"');
    await client.ended(id);
    const check = async (): Promise<void> => {
      for (const [query, offset, text] of [
        ['offset=2', '2', '22\n333\n'],
        ['offset=9', '9', ''],
        ['offset=99', '99', ''],
        ['tail=2', '2', '22\n333\n'],
        ['tail=0', '9', ''],
        ['tail=1&follow=false', '5', '333\n'],
        ['tail=1&follow=true', '5', '333\n'],
      ] as const) {
        const got = await outputOf(api, id, `/stdout?${query}`, { range: 'bytes=0-0' });
        const length = got.headers.get('content-length');
        expect([query, got.status, got.headers.get('portolan-offset'), got.text]).toEqual([
          query,
          200,
          offset,
          text,
        ]);
        if (!query.includes('true')) expect([query, length]).toEqual([query, String(text.length)]);
      }
      const { headers } = await outputOf(api, id, '/stdout');
      expect([headers.get('portolan-offset'), headers.get('portolan-attempt')]).toEqual([null, '1']);
      const known = { 'if-none-match': headers.get('etag') ?? '' };
      expect((await outputOf(api, id, '/stdout?tail=1', known)).status).toBe(304);
    };
    await check();
    await archived(id);
    await check();
  });

  it.each([
    ['follow=1', 'follow must be true or false'],
    ['offset=x', 'offset must be a whole number'],
    ['tail=-1', 'tail must be a whole number'],
    ['tial=10', 'unknown parameter tial, did you mean tail? This address takes follow, offset, tail'],
    ['Follow=true', 'unknown parameter Follow, did you mean follow?'],
    ['v=2&ofset=5', 'unknown parameter ofset, did you mean offset?'],
    ['follow=true&offset=1&tail=1', 'tail must not be given together with offset'],
  ])('[V3-FOLLOW-3] refuses %s with 400', async (query, message) => {
    const id = await submit('true');
    const { status, text } = await outputOf(api, id, `/stdout?${query}`);
    expect([status, JSON.parse(text)]).toEqual([400, { errorCode: 400, message: containing(message) }]);
  });

  it.each(['v=2', 't=1764262800', '_=17', 'tab=2', 'theme=dark'])(
    '[V3-FOLLOW-12] ignores %s, as the pages of a report send it',
    async (query) => {
      const id = await submit('echo report');
      await client.ended(id);
      const { status, text } = await outputOf(nodes, id, `/stdout?${query}`);
      expect([status, text]).toEqual([200, 'report\n']);
    },
  );

  it('[V3-FOLLOW-3] refuses to follow a directory', async () => {
    const id = await submit('mkdir sub');
    await client.ended(id);
    for (const [path, name] of [
      ['/sub?follow=true', 'follow'],
      ['?tail=1', 'tail'],
      ['/sub?offset=0', 'offset'],
    ]) {
      const { status, text } = await outputOf(nodes, id, path ?? '');
      expect([path, status, JSON.parse(text)]).toEqual([
        path,
        400,
        { errorCode: 400, message: containing(`${name} is for files`) },
      ]);
    }
  });

  it('[V3-FOLLOW-7] opens a file once for all its readers, and closes it with the last', async () => {
    const go = gate();
    const id = await submit(`echo x | tee followed; ${gates.wait(go)}; echo y >> followed`);
    await client.until(id, ['RUNNING']);
    const urls = [nodes.url, nodes.url, api.url, api.url, api.url];
    const followers = await Promise.all(urls.map((url) => Follower.open(url, id, 'followed?follow=true')));
    for (const follower of followers) await follower.has('x\n');
    await eventually('one descriptor', async () => (await openFiles('followed')) === 1);
    followers[0]?.leave();
    followers[2]?.leave();
    await gates.open(go);
    for (const index of [1, 3, 4]) expect(await followers[index]?.whole()).toBe('x\ny\n');
    await eventually('none', async () => (await openFiles('followed')) === 0);
  });

  it('[V3-FOLLOW-7] has a limit of streams, and accepts new ones after clients disconnect', async () => {
    const go = gate();
    const id = await submit(gates.wait(go));
    await client.until(id, ['RUNNING']);
    const open = () => Follower.attempt(api.url, id, 'stdout?follow=true');
    const followers = await Promise.all(
      Array.from({ length: 6 }, () => Follower.open(api.url, id, 'stdout?follow=true')),
    );
    const refused = await open();
    expect([refused.status, refused.response.headers['retry-after']]).toEqual([503, '5']);
    for (const follower of followers) follower.leave();
    await eventually('room', async () => {
      const follower = await open();
      follower.leave();
      return follower.status === 200;
    });
    const burst = await Promise.all(Array.from({ length: 24 }, open));
    expect(burst.filter(({ status }) => status === 503).length).toBeGreaterThan(12);
    for (const follower of burst) follower.leave();
    await gates.open(go);
  });

  it('[V3-FOLLOW-7] waits for a slow client without losing anything, and breaks off one that stalls', async () => {
    const go = gate();
    const bytes = 30_000_000;
    const id = await submit(`${gates.wait(go)}; head -c ${bytes} /dev/zero; sleep 3`);
    await client.until(id, ['RUNNING']);
    const slow = await Follower.open(api.url, id, 'stdout?follow=true');
    const stalled = await Follower.open(api.url, id, 'stdout?follow=true');
    stalled.response.pause();
    await gates.open(go);
    for (let pauses = 0; pauses < 5; pauses++) {
      slow.response.pause();
      await new Promise((resolve) => setTimeout(resolve, 300));
      slow.response.resume();
      const seen = slow.chunks.length;
      await eventually('a chunk', () => slow.chunks.length > seen);
    }
    expect(await slow.end).toBe('whole');
    expect(slow.chunks.reduce((sum, chunk) => sum + chunk.bytes.length, 0)).toBe(bytes);
    await eventually('the stalled one is given up', async () => {
      const metrics = await (await fetch(`${api.url}/metrics`)).text();
      return metrics.includes('job_output_follows_open 0');
    });
    stalled.response.resume();
    expect(await stalled.end).toBe('broken');
  });

  it('[V3-FOLLOW-10] looks like the file, and is neither kept nor compressed by proxies', async () => {
    const id = await submit('echo x; echo 1 > rows.csv');
    await client.ended(id);
    const { headers } = (await Follower.open(api.url, id, 'rows.csv?follow=true')).response;
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'transfer-encoding': 'chunked',
      'portolan-attempt': '1',
      'portolan-offset': '0',
    });
    const head = await fetch(`${api.url}/api/v3/jobs/${id}/output/rows.csv?follow=true`, { method: 'HEAD' });
    expect([head.status, head.headers.get('portolan-offset')]).toEqual([200, '0']);
  });
});
