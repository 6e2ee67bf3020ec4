import { request as httpRequest, type IncomingMessage } from 'node:http';
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@portolan/service/testing';
import { DataSource } from 'typeorm';
import { like, register, startJobs, type Client, type JobsService } from './support';

describe('the output of a job', () => {
  /** The service with a node, a replica of the API without one, and a client of that replica. */
  let nodes: JobsService;
  let api: JobsService;
  let client: Client;
  let live: string;
  let archived: string;

  beforeAll(async () => {
    nodes = await startJobs({ env: { KEEP_DEPENDENCIES: 'on' } });
    const { database, queuePrefix, workDirectory } = nodes;
    const env = {
      ROLES: 'api',
      ARCHIVE_DIR: join(workDirectory, 'archives'),
      LIVE_TRANSFERS_LIMIT: '2',
      LIVE_TRANSFER_STALL_MS: '5000',
    };
    api = await startJobs({ database, queuePrefix, env });
    client = nodes.client;
    await register(client);
    const commandArgs = `'printf 0123456789; head -c 2000000 /dev/zero > large; truncate -s 60M huge; ln -s /etc/hostname link; ln -s /etc out; d=.portolan/cluster/c/dependencies; mkdir -p tmp sub/temp $d; echo x | tee tmp/a sub/temp/b sub/c $d/lib; printf 0123456789 > stdout; sleep 0.2; exit 0'`;
    live = await client.submit({ commandArgs, disableLogArchival: true });
    archived = await client.submit({ commandArgs });
    await client.ended(live);
    await client.ended(archived);
    await eventually('archived', async () => {
      const { body } = await client.get(`/jobs/${archived}/execution`);
      return body.archiveStatus === 'ARCHIVED';
    });
  });
  afterAll(async () => {
    await api.close();
    await nodes.stop();
  });

  const where = [
    ['on the node of this process', () => nodes.url, () => live],
    ['on another node', () => api.url, () => live],
    ['in the archive', () => api.url, () => archived],
  ] as const;

  describe.each(where)('%s', (_where, url, id) => {
    const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
      const response = await fetch(`${url()}/api/v3/jobs/${id()}/output/${path}`, { headers, method });
      const header = (name: string): string | null => response.headers.get(name);
      return {
        status: response.status,
        etag: header('etag') ?? '',
        date: header('last-modified') ?? '',
        length: header('content-length'),
        range: header('content-range'),
        text: await response.text(),
      };
    };

    it('[V3-OUT-4] does not show temporary files, nor dependencies of the job', async () => {
      const names = async (path: string): Promise<string[]> => {
        const { directories, files } = JSON.parse((await get(path)).text) as Record<
          string,
          { name: string }[]
        >;
        return [...(directories ?? []), ...(files ?? [])].map(({ name }) => name);
      };
      const dependencies = '.portolan/cluster/c/dependencies';
      expect(await names('')).toEqual(['.portolan/', 'sub/', 'huge', 'large', 'run', 'stderr', 'stdout']);
      expect(await names('sub')).toEqual(['c']);
      expect(await names('.portolan/cluster/c')).toContain('dependencies/');
      expect(await names(dependencies)).toEqual([]);
      for (const path of ['tmp', 'tmp/a', 'sub/temp/b', `${dependencies}/lib`]) {
        expect((await get(path)).status).toBe(404);
      }
    });

    it('[V3-OUT-2] is 304 when it has not changed', async () => {
      const { etag, date, text } = await get('stdout');
      expect(text).toBe('0123456789');
      const known: Record<string, string>[] = [
        { 'if-none-match': etag },
        { 'if-none-match': '*' },
        { 'if-modified-since': date },
      ];
      for (const headers of known)
        expect(await get('stdout', headers)).toMatchObject({ status: 304, text: '', etag });
      expect(await get('stdout', { 'if-none-match': '"another"' })).toMatchObject({ status: 200, text });
      expect((await get('stdout', { 'if-match': '"another"' })).status).toBe(412);
    });

    it('[V3-OUT-1] is read in parts, as long as it is the same version', async () => {
      const { etag } = await get('stdout');
      const range = 'bytes=3-5';
      expect(await get('stdout', { range })).toMatchObject({
        status: 206,
        text: '345',
        range: 'bytes 3-5/10',
      });
      expect(await get('stdout', { range: 'bytes=-2' })).toMatchObject({ status: 206, text: '89' });
      expect(await get('stdout', { range, 'if-range': etag })).toMatchObject({ status: 206, text: '345' });
      expect(await get('stdout', { range, 'if-range': '"another"' })).toMatchObject({
        status: 200,
        length: '10',
      });
      expect(await get('stdout', { range: 'bytes=10-' })).toMatchObject({ status: 416, range: 'bytes */10' });
      expect(await get('large', { range: 'bytes=1999990-' })).toMatchObject({
        status: 206,
        text: '\0'.repeat(10),
      });
      expect((await get('large')).text).toHaveLength(2_000_000);
    });

    it('is described by HEAD, in parts, too', async () => {
      expect(await get('stdout', {}, 'HEAD')).toMatchObject({ status: 200, length: '10', text: '' });
      expect(await get('large', { range: 'bytes=0-4' }, 'HEAD')).toMatchObject({
        status: 206,
        length: '5',
        text: '',
      });
      expect(await get('stderr')).toMatchObject({ status: 200, length: '0', text: '' });
    });

    it('[V3-OUT-3] cannot be left by dots, encoded dots and slashes, or links', async () => {
      const raw = (path: string) =>
        new Promise<number>((resolve, reject) => {
          const { hostname, port } = new URL(url());
          const sent = httpRequest(
            { hostname, port, path: `/api/v3/jobs/${id()}/output/${path}` },
            (response) => {
              response.resume();
              resolve(response.statusCode ?? 0);
            },
          );
          sent.on('error', reject).end();
        });
      for (const path of [
        '../../../../etc/hostname',
        '%2e%2e/%2e%2e/control/state.json',
        '..%2f..%2fetc%2fhostname',
        '..%5c..%5cetc',
        'large/../../control/offer.json',
        '%2fetc%2fhostname',
        'link',
        'out/hostname',
        'a%00b',
        '%zz',
      ])
        expect([path, [400, 404].includes(await raw(path))]).toEqual([path, true]);
    });
  });

  it('has the same tag in the archive as on the node', async () => {
    const job = await client.submit({ commandArgs: `'echo once'` });
    await client.ended(job);
    const path = `${nodes.url}/api/v3/jobs/${job}/output/stdout`;
    const first = (await fetch(path)).headers.get('etag');
    await eventually('archived', async () => {
      const { body } = await client.get(`/jobs/${job}/execution`);
      return body.archiveStatus === 'ARCHIVED';
    });
    expect((await fetch(path, { headers: { 'if-none-match': first ?? '' } })).status).toBe(304);
  });

  it('costs one query for one lease, independent of the number of nodes', async () => {
    const source = api.app.get(DataSource, { strict: false });
    const statements: string[] = [];
    const silent = (): void => undefined;
    const before = source.logger;
    source.logger = {
      logQuery: (text) => statements.push(text),
      logQueryError: silent,
      logQuerySlow: silent,
      logSchemaBuild: silent,
      logMigration: silent,
      log: silent,
    };
    try {
      expect((await fetch(`${api.url}/api/v3/jobs/${live}/output/stdout`)).status).toBe(200);
    } finally {
      source.logger = before;
    }
    const leases = statements.filter((text) => text.includes('node_leases'));
    expect(leases).toEqual([like(/WHERE .*node_id` = \?/)]);
  });

  it('[V3-OUT-5] is limited in concurrent readers, and drops stalled ones', async () => {
    const huge = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        httpRequest(`${api.url}/api/v3/jobs/${live}/output/huge`, resolve).on('error', reject).end();
      });
    const idle = [await huge(), await huge()];
    const gone = idle.map((one) => new Promise((resolve) => one.once('close', resolve).on('error', resolve)));
    const file = () => fetch(`${api.url}/api/v3/jobs/${live}/output/stdout`);
    // A listing is no transfer. On a machine under load the node may not answer in time.
    await eventually('the listing', async () => {
      return (await fetch(`${api.url}/api/v3/jobs/${live}/output`)).status === 200;
    });
    const refused = await file();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    await eventually('room for others', async () => (await file()).status === 200);
    for (const one of idle) one.destroy();
    await Promise.all(gone);
  });

  it('leaves no file open when clients disconnect', async () => {
    const open = async (): Promise<number> => {
      const names = await readdir('/proc/self/fd');
      const paths = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
      return paths.filter((path) => path.startsWith(nodes.workDirectory) && /large|zip$/.test(path)).length;
    };
    for (const job of [live, archived]) {
      const leaving = new AbortController();
      const response = await fetch(`${api.url}/api/v3/jobs/${job}/output/large`, { signal: leaving.signal });
      await response.body?.getReader().read();
      leaving.abort();
    }
    await eventually('all files are closed', async () => (await open()) === 0);
  });
});
