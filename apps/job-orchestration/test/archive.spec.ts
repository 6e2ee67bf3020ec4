import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@portolan/service/testing';
import { command, containing, register, startJobs, type Client, type JobsService } from './support';

describe('the archive of a job', () => {
  let service: JobsService;
  let client: Client;
  let secrets: string;
  beforeAll(async () => {
    secrets = await mkdtemp(join(tmpdir(), 'portolan-secrets-'));
    await writeFile(join(secrets, 'password'), 'open sesame\n');
    service = await startJobs({ env: { LAUNCH_REPORT_MS: '200', SECRETS_DIR: secrets } });
    client = service.client;
    await register(client);
  });
  afterAll(async () => {
    await service.stop();
    await rm(secrets, { recursive: true });
  });

  const output = async (id: string, path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${service.url}/api/v3/jobs/${id}/output${path}`, { headers });
    return {
      status: response.status,
      range: response.headers.get('content-range'),
      length: response.headers.get('content-length'),
      text: await response.text(),
    };
  };
  const archiveStatus = async (id: string) => (await client.get(`/jobs/${id}/execution`)).body.archiveStatus;
  const settles = (id: string, status: string) =>
    eventually(`archive of ${id} is ${status}`, async () => (await archiveStatus(id)) === status);
  const launches = () => join(service.workDirectory, 'launches');
  const cleanNode = async () => {
    for (const name of await readdir(launches())) await rm(join(launches(), name), { recursive: true });
  };

  it('[V3-JOB-20] [V3-JOB-15] is a zip at archiveLocation, from which output is read when the node has removed it', async () => {
    const id = await client.submit({
      commandArgs: `'printf 0123456789; head -c 3000000 /dev/zero | tr "\\0" x > large; mkdir -p "a b/c"; echo in > "a b/é.txt"; ln -s /etc/passwd link'`,
    });
    const { archiveLocation } = await client.ended(id);
    await settles(id, 'ARCHIVED');
    expect((await readdir(join(service.workDirectory, 'archives'))).includes(`${id}.zip`)).toBe(true);
    expect(fileURLToPath(archiveLocation as string)).toBe(
      join(service.workDirectory, 'archives', `${id}.zip`),
    );
    await eventually('the launch is forgotten', async () => {
      const [launch = ''] = await readdir(launches());
      return (await readdir(join(launches(), launch))).join() === 'job';
    });
    await cleanNode();
    expect(await output(id, '/stdout')).toMatchObject({ status: 200, text: '0123456789', length: '10' });
    expect(await output(id, '/a%20b/%C3%A9.txt')).toMatchObject({ status: 200, text: 'in\n' });
    expect(await output(id, '/stdout', { range: 'bytes=2-4' })).toMatchObject({
      status: 206,
      text: '234',
      range: 'bytes 2-4/10',
    });
    expect((await output(id, '/stdout', { range: 'bytes=10-' })).status).toBe(416);
    expect(await output(id, '/large', { range: 'bytes=-2' })).toMatchObject({
      status: 206,
      text: 'xx',
      range: 'bytes 2999998-2999999/3000000',
    });
    expect((await output(id, '/large')).text).toHaveLength(3_000_000);
    expect((await output(id, '/stderr')).text).toBe('');
    for (const path of ['/link', '/nothing', '/..%2f..%2fetc/passwd']) {
      expect((await output(id, path)).status).toBe(404);
    }
    const root = JSON.parse((await output(id, '')).text) as Record<string, { name: string; size: number }[]>;
    expect(root.directories?.map(({ name }) => name)).toEqual(['.portolan/', 'a b/']);
    expect(root.files?.map(({ name, size }) => [name, size])).toEqual([
      ['large', 3_000_000],
      ['run', expect.any(Number)],
      ['stderr', 0],
      ['stdout', 10],
    ]);
    expect((await output(id, '/a%20b/', { accept: 'text/html' })).text).toContain('é.txt');
  });

  it('[V3-RUN-12] leaves no dependencies of cluster and command on the node', async () => {
    const brought = join(secrets, 'lib.jar');
    await writeFile(brought, 'lib');
    await client.create('commands', command({ tags: ['brings'], dependencies: [brought] }));
    for (const [index, disableLogArchival] of [false, true].entries()) {
      const id = await client.submit({
        id: `brought-${index}`,
        disableLogArchival,
        commandCriteria: ['brings'],
        commandArgs: `'cat .portolan/command/*/dependencies/lib.jar'`,
      });
      expect((await client.ended(id)).status).toBe('SUCCEEDED');
      expect((await output(id, '/stdout')).text).toBe('lib');
      const [launch = ''] = (await readdir(launches())).sort().reverse();
      await eventually('it is gone', async () => {
        const left = await readdir(join(launches(), launch), { recursive: true });
        return !left.some((path) => path.endsWith('lib.jar'));
      });
    }
  });

  it('[V3-RUN-9] has the secrets of the job masked, like the output that was read before', async () => {
    const id = await client.submit({
      commandArgs: `'echo "got $PASSWORD"; echo "$PASSWORD" >&2; cat "$KEY_FILE"; until [ -e stop ]; do sleep 0.05; done'`,
      secrets: [
        { name: 'PASSWORD', ref: 'file:password' },
        { name: 'KEY_FILE', ref: 'file:password' },
      ],
    });
    const masked = '***********';
    const shown = `got ${masked}\n${masked}`;
    await client.until(id, ['RUNNING']);
    await eventually('all is written', async () => (await output(id, '/stdout')).text === shown);
    const [launch = ''] = (await readdir(launches())).sort().reverse();
    await writeFile(join(launches(), launch, 'job', 'stop'), '');
    expect((await client.ended(id)).status).toBe('SUCCEEDED');
    expect((await output(id, '/stdout')).text).toBe(shown);
    await settles(id, 'ARCHIVED');
    await cleanNode();
    expect((await output(id, '/stdout')).text).toBe(shown);
    expect((await output(id, '/stderr')).text).toBe(`${masked}\n`);
    const { text } = await output(id, '/.portolan/logs/env.log');
    expect(text).toMatch(/^PASSWORD=\*{4}$/m);
    expect(text).toMatch(/^KEY_FILE=\/.*\/secrets\/KEY_FILE$/m);
    expect(text).not.toContain('sesame');
  });

  it('[V3-RUN-13] has the agent log as of the end of the job', async () => {
    const id = await client.submit();
    await client.ended(id);
    const { text } = await output(id, '/.portolan/logs/agent.log');
    expect(text).toMatch(new RegExp(` ended with exit code 0\\n\\S+ archiving to file:\\S+${id}\\.zip\\n$`));
    await settles(id, 'ARCHIVED');
    await cleanNode();
    expect((await output(id, '/.portolan/logs/agent.log')).text).toBe(text);
  });

  it('is missing: then the output is read from the node', async () => {
    const id = await client.submit();
    const { archiveLocation } = await client.ended(id);
    await settles(id, 'ARCHIVED');
    await rm(fileURLToPath(archiveLocation as string));
    expect((await output(id, '/stdout')).text).toBe('hello\n');
  });

  it('is broken: then the output is unavailable, not a fault of the service', async () => {
    const id = await client.submit();
    const { archiveLocation } = await client.ended(id);
    await settles(id, 'ARCHIVED');
    await writeFile(fileURLToPath(archiveLocation as string), 'no zip at all');
    expect(await output(id, '/stdout')).toMatchObject({ status: 503, text: containing('cannot be read') });
  });

  it('[V3-JOB-20] is not made when the job disables it', async () => {
    const id = await client.submit({ disableLogArchival: true });
    expect(await client.ended(id)).toMatchObject({ archiveLocation: null });
    expect(await archiveStatus(id)).toBe('DISABLED');
    expect((await client.get(`/jobs/${id}/request`)).body.disableLogArchival).toBe(true);
    expect((await output(id, '/stdout')).text).toBe('hello\n');
    expect(await readdir(join(service.workDirectory, 'archives'))).not.toContain(`${id}.zip`);
  });

  it('is also made for a job that failed or was killed', async () => {
    const failed = await client.submit({ commandArgs: `'echo why; exit 1'` });
    const killed = await client.submit({ commandArgs: `'echo begun; sleep 60'` });
    await client.until(killed, ['RUNNING']);
    await eventually('first line', async () => (await output(killed, '/stdout')).text === 'begun\n');
    expect(await archiveStatus(killed)).toBe('PENDING');
    await client.call('DELETE', `/jobs/${killed}`);
    await settles(failed, 'ARCHIVED');
    await settles(killed, 'ARCHIVED');
    await cleanNode();
    expect((await output(failed, '/stdout')).text).toBe('why\n');
    expect((await output(killed, '/stdout')).text).toBe('begun\n');
  });

  it('that cannot be made is FAILED, the job keeps its status, and its output is read from the node', async () => {
    const id = 'no-room';
    // A directory is in the place of the zip.
    await mkdir(join(service.workDirectory, 'archives', `${id}.zip`, 'x'), { recursive: true });
    await client.submit({ id });
    expect((await client.ended(id)).status).toBe('SUCCEEDED');
    await settles(id, 'FAILED');
    expect((await output(id, '/.portolan/logs/agent.log')).text).toMatch(/ archiving failed; .*\n$/);
    expect((await output(id, '/stdout')).text).toBe('hello\n');
  });

  it('that an earlier process of the node left open is made by the next', async () => {
    const folder = join(service.workDirectory, 'archives');
    const id = await client.submit({ commandArgs: `'echo $$ > pid; sleep 2'` });
    await client.until(id, ['RUNNING']);
    const { database, queuePrefix, workDirectory } = service;
    await service.close();
    await chmod(folder, 0o755);
    await writeFile(join(folder, `${id}.zip.old.part`), 'half');
    service = { ...(await startJobs({ database, queuePrefix, workDirectory })) };
    client = service.client;
    expect((await client.ended(id)).status).toBe('SUCCEEDED');
    await settles(id, 'ARCHIVED');
    expect((await output(id, '/pid')).text).toEqual(containing('\n'));
  });
});
