import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@portolan/service/testing';
import {
  application,
  cluster,
  command,
  containing,
  job,
  like,
  outputOf,
  register,
  some,
  startJobs,
  type Client,
  type JobsService,
  type Shown,
} from './support';

// Real processes on a machine shared with other tests.
describe('a job', () => {
  let service: JobsService;
  let client: Client;
  let ids: { clusterId: string; commandId: string };
  beforeAll(async () => {
    service = await startJobs();
    client = service.client;
    ids = await register(client);
  });
  afterAll(() => service.stop());

  const output = (id: string, path: string, headers?: Record<string, string>) =>
    outputOf(service, id, path, headers);

  it('[V3-JOB-1] [V3-JOB-2] [V3-JOB-3] [V3-JOB-24] [V3-GEN-4] is accepted with 202, runs, and ends SUCCEEDED with its output', async () => {
    const { status, headers, body } = await client.call(
      'POST',
      '/jobs',
      job({ commandArgs: `'echo hello; echo oops >&2'` }),
    );
    expect([status, body]).toEqual([202, '']);
    const location = headers.get('location') ?? '';
    expect(location).toMatch(new RegExp(`^${service.url}/api/v3/jobs/[0-9a-f-]{36}$`));
    const id = location.split('/').at(-1) ?? '';
    const ended = await client.ended(id);
    expect(ended).toMatchObject({
      status: 'SUCCEEDED',
      statusMsg: 'Job finished successfully.',
      clusterName: 'test',
      commandName: 'test',
      started: like(/^20.*Z$/),
      finished: like(/^20.*Z$/),
      runtime: like(/^PT[\d.]+S$/),
      archiveLocation: like(/^file:.*\/archives\/.*\.zip$/),
    });
    expect((await output(id, '/stdout')).text).toBe('hello\n');
    expect((await output(id, '/stderr')).text).toBe('oops\n');
    const metadata = (await client.get(`/jobs/${id}/metadata`)).body;
    expect(metadata).toMatchObject({
      clientHost: '127.0.0.1',
      userAgent: 'node',
      numAttachments: 0,
      totalSizeOfAttachments: 0,
      stdOutSize: 6,
      stdErrSize: 5,
    });
    expect(Object.keys(metadata._links)).toEqual(['self', 'job', 'request', 'output', 'status', 'execution']);
  });

  it('[V3-JOB-4] [V3-JOB-5] [V3-JOB-23] [V3-LINK-3] shows itself, its request and its execution with all fields and links', async () => {
    const asked = {
      id: 'views',
      description: 'd',
      metadata: { a: 1 },
      tags: ['x'],
      timeout: 60,
      grouping: 'g',
      memory: 17,
    };
    await client.submit(asked);
    await client.ended('views');
    const shown = (await client.get('/jobs/views')).body;
    expect(Object.keys(shown).join()).toBe(
      'id,created,updated,version,user,name,description,metadata,tags,status,statusMsg,started,finished,' +
        'archiveLocation,clusterName,commandName,runtime,commandArgs,grouping,groupingInstance,_links',
    );
    expect(Object.keys(shown._links).join()).toBe(
      'self,output,request,execution,metadata,status,cluster,command,applications',
    );
    expect(shown).toMatchObject({ description: 'd', metadata: { a: 1 }, tags: ['x'], grouping: 'g' });
    const request = (await client.get('/jobs/views/request')).body;
    expect(request).toMatchObject({
      ...asked,
      commandArgs: job().commandArgs,
      email: null,
      disableLogArchival: false,
    });
    expect(Object.keys(request._links).join()).toBe('self,job,execution,output,status,metadata');
    const execution = (await client.get('/jobs/views/execution')).body;
    expect(execution).toMatchObject({
      hostName: '127.0.0.1',
      processId: some(Number),
      exitCode: 0,
      memory: 17,
      archiveStatus: like(/^(PENDING|ARCHIVED)$/),
      launcherExt: { launcherClass: 'local', sourceHostname: '127.0.0.1' },
      timeout: new Date(Date.parse(shown.started as string) + 60_000).toISOString(),
      runtime: { resources: { cpu: 1, gpu: 0, memoryMb: 17, diskMb: 10240, networkMbps: 10000 }, images: {} },
    });
    expect(Object.keys(execution._links).join()).toBe('self,job,request,output,status,metadata');
    expect((await client.get('/jobs/views/status')).body).toEqual({ status: 'SUCCEEDED' });
    expect((await client.get('/jobs/views/cluster')).body.id).toBe(ids.clusterId);
    expect((await client.get('/jobs/views/command')).body.id).toBe(ids.commandId);
    expect((await client.get('/jobs/views/applications')).body).toEqual([]);
  });

  it('[V3-JOB-6] ends FAILED with the exit code of its process', async () => {
    const id = await client.submit({ commandArgs: `'exit 3'` });
    expect(await client.ended(id)).toMatchObject({ status: 'FAILED', statusMsg: 'Job failed: exit code 3.' });
    expect((await client.get(`/jobs/${id}/execution`)).body.exitCode).toBe(3);
  });

  it.each([
    ['no command matches', { commandCriteria: ['nothing'] }, 'No command matching command criterion found'],
    [
      'no cluster matches',
      { clusterCriterias: [{ tags: ['nothing'] }] },
      'No clusters available to run any candidate command on',
    ],
  ])('[V3-JOB-7] is refused with 412 and stored as FAILED when %s', async (what, change, message) => {
    const id = what.replaceAll(' ', '-');
    const { status, body } = await client.call('POST', '/jobs', job({ id, ...change }));
    expect([status, body]).toEqual([412, { errorCode: 412, message: containing(message) }]);
    expect((await client.get(`/jobs/${id}`)).body).toMatchObject({
      status: 'FAILED',
      statusMsg: 'Failed to resolve job given original request and available resources',
      started: null,
      finished: null,
      runtime: 'PT0S',
      clusterName: null,
    });
    expect((await client.get(`/jobs/${id}/execution`)).body.archiveStatus).toBe('NO_FILES');
    expect((await client.get(`/jobs/${id}/cluster`)).status).toBe(404);
    expect((await client.get(`/jobs/${id}/applications`)).body).toEqual([]);
    expect((await output(id, '/stdout')).status).toBe(404);
    expect((await client.call('DELETE', `/jobs/${id}`)).status).toBe(202);
  });

  it('[V3-JOB-8] [V3-ERR-2] is refused with 409 when its id exists', async () => {
    await client.submit({ id: 'taken' });
    const { status, body } = await client.call('POST', '/jobs', job({ id: 'taken' }));
    expect([status, body.message]).toEqual([
      409,
      'A job with id taken already exists. Unable to reserve id.',
    ]);
  });

  it.each([
    ['without cluster criteria', { clusterCriterias: [] }, 412],
    ['without any cluster criteria', { clusterCriterias: undefined }, 400],
    ['with blank cluster criteria', { clusterCriterias: [{ tags: [' '] }] }, 412],
    ['with a criterion without tags', { clusterCriterias: [{}] }, 400],
    ['with blank command criteria', { commandCriteria: [' ', ''] }, 412],
    ['without command criteria', { commandCriteria: undefined }, 400],
    ['with too many arguments', { commandArgs: 'x'.repeat(10_001) }, 412],
    ['with no e-mail address', { email: 'nobody' }, 412],
    ['with too little time', { timeout: 0 }, 412],
    ['with too much memory', { memory: 10_241 }, 412],
    ['with too long a group', { group: 'x'.repeat(256) }, 412],
    ['with a wrong type', { timeout: 'soon' }, 400],
  ])('[V3-ERR-1] [V3-JOB-9] [V3-JOB-22] refuses a job %s', async (_what, change, status) => {
    const answer = await client.call('POST', '/jobs', job(change));
    expect([answer.status, answer.body.errorCode]).toEqual([status, status]);
  });

  it('[V3-JOB-22] is refused when its command asks for too much memory, unless the job requests less', async () => {
    const tags = ['greedy'];
    await client.create('commands', command({ tags, memory: 10_241 }));
    const greedy = (id: string, change: object) =>
      client.call('POST', '/jobs', job({ id, commandCriteria: tags, ...change }));
    const { status, body } = await greedy('greedy', { memory: undefined });
    expect([status, body.message]).toEqual([412, containing('more than the 10240 MB allowed')]);
    expect(await client.statusOf('greedy')).toBe('FAILED');
    expect((await greedy('modest', { memory: 16 })).status).toBe(202);
  });

  it('accepts partly blank criteria, an e-mail address and arguments as a list', async () => {
    const id = await client.submit({
      clusterCriterias: [{ tags: ['type:local', ' '] }],
      commandCriteria: ['', 'type:bash'],
      email: 'a@example.org',
      commandArguments: [`'echo`, `list'`],
    });
    await client.ended(id);
    expect((await output(id, '/stdout')).text).toBe('list\n');
  });

  it('[V3-JOB-10] [V3-JOB-13] runs with the files and variables of its applications, cluster, command and request', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portolan-files-'));
    const file = async (name: string, text: string): Promise<string> => {
      await writeFile(join(folder, name), text);
      return `file://${join(folder, name)}`;
    };
    const setup = (name: string) => file(`${name}.sh`, `echo ${name}\nexport ORDER="\${ORDER:-}${name} "\n`);
    const tags = ['files'];
    await client.create(
      'clusters',
      cluster({ id: 'fc', tags, setupFile: await setup('cluster'), configs: [await file('c.conf', 'c')] }),
    );
    for (const id of ['fa1', 'fa2']) {
      await client.create(
        'applications',
        application({ id, setupFile: await setup(id), dependencies: [await file('dep', id)] }),
      );
    }
    await client.create(
      'commands',
      command({ id: 'fk', tags, clusterCriteria: [{ tags }], setupFile: await setup('command') }),
    );
    await client.call('PUT', '/commands/fk/applications', ['fa2', 'fa1']);
    const id = await client.submit({
      name: `it's "$HOME"`,
      clusterCriterias: [{ tags }],
      commandCriteria: tags,
      setupFile: await setup('job'),
      configs: [await file('own.conf', 'mine')],
      commandArgs: `'echo "$ORDER"; cat own.conf $PORTOLAN_CLUSTER_DIR/config/c.conf $PORTOLAN_APPLICATION_DIR/fa1/dependencies/dep; echo; echo "$PORTOLAN_JOB_NAME"; env | grep PORTOLAN_REQUESTED | sort'`,
    });
    expect((await client.ended(id)).status).toBe('SUCCEEDED');
    expect((await output(id, '/stdout')).text.split('\n')).toEqual([
      'cluster fa2 fa1 command job ',
      'minecfa2',
      `it's "$HOME"`,
      'PORTOLAN_REQUESTED_CLUSTER_TAGS=[[files]]',
      'PORTOLAN_REQUESTED_CLUSTER_TAGS_0=files',
      'PORTOLAN_REQUESTED_COMMAND_TAGS=files',
      '',
    ]);
    expect((await client.get<Shown[]>(`/jobs/${id}/applications`)).body.map((one) => one.id)).toEqual([
      'fa2',
      'fa1',
    ]);
    expect((await output(id, '/.portolan/logs/setup.log')).text).toContain(
      'Running setup script of application fa2',
    );
    expect((await output(id, '/.portolan/logs/env.log')).text).toContain(`PORTOLAN_JOB_ID=${id}\n`);
    const listing = JSON.parse((await output(id, '')).text) as Record<
      string,
      { name: string; url: string }[]
    >;
    expect(listing.parent).toBeNull();
    expect(listing.directories?.map(({ name }) => name)).toEqual(['.portolan/']);
    expect(listing.files?.map(({ name }) => name)).toEqual([
      'own.conf',
      'portolan_setup.sh',
      'run',
      'stderr',
      'stdout',
    ]);

    const only = await client.submit({
      clusterCriterias: [{ tags }],
      commandCriteria: tags,
      applications: ['fa1'],
      commandArgs: `'echo $ORDER'`,
    });
    await client.ended(only);
    expect((await output(only, '/stdout')).text).toBe('cluster fa1 command\n');
  });

  it('[V3-JOB-11] fails when a file is unavailable, and names it', async () => {
    const id = await client.submit({ dependencies: ['file:///nowhere/at-all'] });
    const { status, statusMsg } = await client.ended(id);
    expect(status).toBe('FAILED');
    expect(statusMsg).toMatch(/^Failed to download dependencies: .*at-all/);
    expect((await output(id, '/.portolan/logs/agent.log')).text).toContain(
      ' could not download file:///nowhere/at-all: ',
    );
  });

  it('is refused when two of its files have the same path, which it names', async () => {
    const { status, body } = await client.call(
      'POST',
      '/jobs',
      job({ configs: ['http://a/x', 'http://b/x'] }),
    );
    expect([status, body.message]).toEqual([412, containing('http://b/x and http://a/x')]);
  });

  it('fails when its setup file fails, with the reason in the setup log', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portolan-files-'));
    await writeFile(join(folder, 'bad.sh'), 'echo broken\nfalse\n');
    const id = await client.submit({ setupFile: `file://${folder}/bad.sh` });
    expect(await client.ended(id)).toMatchObject({
      status: 'FAILED',
      statusMsg: 'Job script failed during setup. See setup log for details',
    });
    expect((await output(id, '/.portolan/logs/setup.log')).text).toContain('broken');
    expect((await output(id, '/.portolan/setup_failed.txt')).status).toBe(200);
  });

  it('[V3-JOB-12] is KILLED when it exceeds its timeout', async () => {
    const id = await client.submit({ commandArgs: `'sleep 60'`, timeout: 1 });
    expect(await client.ended(id)).toMatchObject({ status: 'KILLED', statusMsg: 'Job exceeded timeout.' });
    const other = await client.submit();
    const { started } = await client.ended(other);
    const { body } = await client.get(`/jobs/${other}/execution`);
    expect(Date.parse(body.timeout as string) - Date.parse(started as string)).toBe(604_800_000);
  });

  it('is refused with 404 and stored as FAILED when an application does not exist', async () => {
    const { status, body } = await client.call(
      'POST',
      '/jobs',
      job({ id: 'no-app', applications: ['nowhere'] }),
    );
    expect([status, body.message]).toEqual([404, 'No application with id nowhere exists']);
    expect(await client.statusOf('no-app')).toBe('FAILED');
  });

  it('shows the default memory of a job without one, and does not wait for that much', async () => {
    const ids = await Promise.all(
      Array.from({ length: 6 }, () =>
        client.submit({ memory: undefined, commandArgs: `'until [ -e stop ]; do sleep 0.05; done'` }),
      ),
    );
    for (const id of ids) await client.until(id, ['RUNNING']);
    for (const id of ids) await client.call('DELETE', `/jobs/${id}`);
    for (const id of ids) await client.ended(id);
    expect((await client.get(`/jobs/${ids[0] ?? ''}/execution`)).body.memory).toBe(1500);
  });

  it('leaves no process and no open launch', async () => {
    await eventually('all jobs are over', async () => {
      const { body } = await client.get<{ page: { totalElements: number } }>(
        '/jobs?status=ACCEPTED&status=CLAIMED&status=INIT&status=RUNNING',
      );
      return body.page.totalElements === 0;
    });
    expect(await readdir(service.workDirectory)).not.toHaveLength(0);
  });
});
