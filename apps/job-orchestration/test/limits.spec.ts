import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { eventually } from '@portolan/service/testing';
import { containing, register, startJobs, type Client, type JobsService } from './support';

/** Returns a shell command that allocates and touches this many MB and keeps them. */
const take = (megabytes: number): string =>
  `${process.execPath} -e "globalThis.kept = Buffer.alloc(${megabytes} << 20, 1); setInterval(() => {}, 1000)"`;

describe('a job', () => {
  let service: JobsService;
  let client: Client;
  beforeAll(async () => {
    service = await startJobs({
      env: { MEMORY_CHECK_MS: '200', FILES_CHECK_MS: '1000', FILES_LIMIT: '40', JOB_KILL_GRACE_MS: '200' },
    });
    client = service.client;
    await register(client);
  });
  afterAll(() => service.stop());

  it('[V3-RUN-10] is KILLED for using 300 MB of memory with a limit of 200 MB, or for too many files', async () => {
    const stderr = async (id: string): Promise<string> =>
      (await fetch(`${service.url}/api/v3/jobs/${id}/output/stderr`)).text();
    const [within, over, escaped, files] = await Promise.all([
      client.submit({ memory: 200, commandArgs: `'${take(60)} & sleep 3; kill $!'` }),
      client.submit({ memory: 200, commandArgs: `'exec ${take(300)}'` }),
      client.submit({ memory: 200, commandArgs: `'setsid ${take(300)} & sleep 60'` }),
      client.submit({ commandArgs: `'for i in $(seq 50); do : > f$i; done; sleep 60'` }),
    ]);
    for (const id of [over, escaped]) {
      expect(await client.ended(id)).toMatchObject({
        status: 'KILLED',
        statusMsg: 'Job exceeded memory limit.',
      });
      expect(await stderr(id)).toMatch(/^portolan: .*, 200 MB allowed$/m);
    }
    expect(await client.ended(files)).toMatchObject({
      status: 'KILLED',
      statusMsg: 'Job files exceeded limit.',
    });
    expect(await stderr(files)).toEqual(containing('portolan: more than 40 files\n'));
    const log = await fetch(`${service.url}/api/v3/jobs/${files}/output/.portolan/logs/agent.log`);
    expect(await log.text()).toMatch(/ TERM to all its processes, .*: its files .* \(more than 40 files\)\n/);
    expect((await client.ended(within)).status).toBe('SUCCEEDED');
  });

  it('[V3-RUN-17] is KILLED and archived without the excess, also when it ended before the first check', async () => {
    const id = await client.submit({ commandArgs: `'echo done; truncate -s 40G sparse; exit 0'` });
    expect(await client.ended(id)).toMatchObject({
      status: 'KILLED',
      statusMsg: 'Job files exceeded limit.',
    });
    const output = (name: string): Promise<Response> =>
      fetch(`${service.url}/api/v3/jobs/${id}/output/${name}`);
    await eventually(
      'the archive',
      async () => (await client.get(`/jobs/${id}/execution`)).body.archiveStatus === 'ARCHIVED',
    );
    expect(await (await output('stderr')).text()).toBe('portolan: sparse is larger than 8192 MB\n');
    expect(await (await output('stdout')).text()).toBe('done\n');
    expect((await output('sparse')).status).toBe(404);
    expect(await (await output('.portolan/logs/agent.log')).text()).toContain(
      '(sparse is larger than 8192 MB)',
    );
  });

  it('[V3-JOB-21] runs under its unix group where the node supports it, else under that of the node', async () => {
    const [daemon, unknown] = await Promise.all(
      ['daemon', 'no-such-group'].map((group) => client.submit({ group, commandArgs: `'id -gn; id -un'` })),
    );
    const own = userInfo();
    const ownGroup = execFileSync('id', ['-gn']).toString().trim();
    const expected = [own.uid === 0 ? 'daemon' : ownGroup, ownGroup];
    for (const [index, id] of [daemon, unknown].entries()) {
      expect((await client.ended(id ?? '')).status).toBe('SUCCEEDED');
      const stdout = await fetch(`${service.url}/api/v3/jobs/${id ?? ''}/output/stdout`);
      expect(await stdout.text()).toBe(`${expected[index] ?? ''}\n${own.username}\n`);
    }
  });
});
