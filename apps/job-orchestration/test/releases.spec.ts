import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LaunchEntity } from '@portolan/launches';
import { DataSource } from 'typeorm';
import {
  Client,
  application,
  cluster,
  command,
  job,
  startJobs,
  type JobsService,
  type Shown,
} from './support';

interface Expected {
  release: string;
  command: string;
  request: string;
  job: string;
  execution: string;
  jobLinks: string;
  /** The fields of the waiting job. */
  status: string;
  statuses: string;
  unknownStatus: string | undefined;
}

const COMMON = 'id,created,updated,version,user,name,description';
const FILES = 'tags,configs,dependencies,setupFile';
const REQUEST =
  'clusterCriterias,commandCriteria,group,disableLogArchival,email,cpu,memory,timeout,applications';
const STATES = 'RESERVED, RESOLVED, ACCEPTED, CLAIMED, INIT, RUNNING, SUCCEEDED, KILLED, FAILED, INVALID';
const JOB_LINKS = 'status,cluster,command,applications';

/** Fields and links of each resource, in their order (docs/contract/jobs.md#links-and-order). */
const EXPECTED: Expected[] = [
  {
    release: '3.2',
    command: `${COMMON},${FILES},status,executable,checkDelay,memory`,
    request: `${COMMON},${FILES},commandArgs,${REQUEST},secrets,webhook`,
    job: `${COMMON},tags,status,statusMsg,started,finished,archiveLocation,clusterName,commandName,runtime,commandArgs`,
    execution: 'id,created,updated,hostName,processId,checkDelay,timeout,exitCode,memory',
    jobLinks: `self,output,request,execution,${JOB_LINKS}`,
    status: 'INIT',
    statuses: 'INIT, RUNNING, SUCCEEDED, KILLED, FAILED, INVALID',
    unknownStatus: 'ACCEPTED',
  },
  {
    release: '4.0',
    command: `${COMMON},metadata,${FILES},status,executable,executableAndArguments,checkDelay,memory,clusterCriteria`,
    request: `${COMMON},metadata,${FILES},commandArgs,${REQUEST},grouping,groupingInstance,secrets,webhook`,
    job: `${COMMON},metadata,tags,status,statusMsg,started,finished,archiveLocation,clusterName,commandName,runtime,commandArgs,grouping,groupingInstance`,
    execution: 'id,created,updated,hostName,processId,checkDelay,timeout,exitCode,memory',
    jobLinks: `self,output,request,execution,metadata,${JOB_LINKS}`,
    status: 'ACCEPTED',
    statuses: STATES,
    unknownStatus: undefined,
  },
  {
    release: '4.3',
    command: `${COMMON},metadata,${FILES},status,executable,executableAndArguments,checkDelay,memory,clusterCriteria,runtime`,
    request: `${COMMON},metadata,${FILES},commandArgs,${REQUEST},grouping,groupingInstance,runtime,secrets,webhook,priority,dependsOn,retry,array`,
    job: `${COMMON},metadata,tags,status,statusMsg,started,finished,archiveLocation,clusterName,commandName,runtime,commandArgs,grouping,groupingInstance`,
    execution:
      'id,created,updated,hostName,processId,checkDelay,timeout,exitCode,memory,archiveStatus,launcherExt,runtime',
    jobLinks: `self,output,request,execution,metadata,${JOB_LINKS}`,
    status: 'ACCEPTED',
    statuses: STATES,
    unknownStatus: undefined,
  },
];

const EXAMPLE = join(__dirname, '../../../examples/word-count-batch');

const keys = (body: Shown): string =>
  Object.keys(body)
    .filter((key) => key !== '_links')
    .join();
const long = (length: number): string => 'x'.repeat(length);
const whole = (change: object = {}) => command({ checkDelay: 5000, executable: 'bash -c', ...change });

// One process per release, all on one database.
const services = new Map<string, JobsService>();
beforeAll(async () => {
  const newest = await startJobs({ env: { ROLES: 'api' } });
  services.set('4.3', newest);
  for (const API_RELEASE of ['4.0', '3.2']) {
    services.set(
      API_RELEASE,
      await startJobs({ database: newest.database, env: { ROLES: 'api', API_RELEASE } }),
    );
  }
});
afterAll(async () => {
  await services.get('4.0')?.close();
  await services.get('3.2')?.close();
  await services.get('4.3')?.stop();
});
const clientOf = (release: string): Client => services.get(release)?.client ?? new Client('');

describe.each(EXPECTED)('release $release', (expected) => {
  let client: Client;
  const [c, k, j] = ['c', 'k', 'j'].map((kind) => `${kind}-${expected.release}`) as [string, string, string];
  beforeAll(async () => {
    client = clientOf(expected.release);
    await client.create('clusters', cluster({ id: c }));
    await client.create('commands', whole({ id: k, metadata: { a: 1 } }));
    await client.call('POST', `/clusters/${c}/commands`, [k]);
    await client.submit({ id: j, metadata: { a: 1 }, grouping: 'g', runtime: { resources: { cpu: 2 } } });
  });

  it('[V3-REL-1] [V3-REL-2] [V3-REL-3] [V3-REL-4] shows its fields and links in their order', async () => {
    expect(keys((await client.get(`/commands/${k}`)).body)).toBe(expected.command);
    expect(keys((await client.get(`/jobs/${j}/request`)).body)).toBe(expected.request);
    expect(keys((await client.get(`/jobs/${j}/execution`)).body)).toBe(expected.execution);
    const shown = (await client.get(`/jobs/${j}`)).body;
    expect(keys(shown)).toBe(expected.job);
    expect(Object.keys(shown._links).join()).toBe(expected.jobLinks);
    expect((await client.get(`/clusters/${c}`)).body).toHaveProperty('status', 'UP');
    expect('metadata' in (await client.get(`/clusters/${c}`)).body).toBe(expected.release !== '3.2');
  });

  it('[V3-FOLLOW-10] has the parameters of followed output since 4.3', async () => {
    const stdout = `/jobs/${j}/output/stdout`;
    const isNew = expected.release === '4.3';
    // No node has the job.
    expect((await client.get(stdout)).status).toBe(404);
    expect((await client.get(`${stdout}?offset=x`)).status).toBe(isNew ? 400 : 404);
    const leave = new AbortController();
    const followed = await fetch(`${client.url}/api/v3${stdout}?follow=true`, { signal: leave.signal });
    const attempt = isNew ? '1' : null;
    expect([followed.status, followed.headers.get('portolan-attempt')]).toEqual([isNew ? 200 : 404, attempt]);
    leave.abort();
  });

  it('[V3-REL-2] [V3-STATE-1] shows and finds jobs by its own states', async () => {
    expect(await client.statusOf(j)).toBe(expected.status);
    expect((await client.get(`/jobs/${j}`)).body.status).toBe(expected.status);
    const found = await client.get<{ _embedded: { jobSearchResultList: Shown[] } }>(
      `/jobs?id=${j}&status=${expected.status}`,
    );
    expect(found.body._embedded.jobSearchResultList).toMatchObject([{ id: j, status: expected.status }]);
    const { status, body } = await client.get(`/jobs?status=${expected.unknownStatus ?? 'DREAMING'}`);
    expect([status, body.message]).toEqual([
      412,
      `Unacceptable job status. Must be one of {${expected.statuses}}`,
    ]);
    const { self } = (await client.get('/jobs')).body._links;
    expect(self?.href.includes('grouping')).toBe(expected.release !== '3.2');
  });

  it('[V3-REL-2] has exactly its addresses', async () => {
    const old = expected.release === '3.2';
    expect((await client.get(`/jobs/${j}/metadata`)).status).toBe(old ? 404 : 200);
    expect((await client.get(`/commands/${k}/clusterCriteria`)).status).toBe(old ? 404 : 200);
    expect((await client.get(`/commands/${k}/resolvedClusters`)).status).toBe(old ? 404 : 200);
  });

  it('[V3-APP-10] deletes no application while a command is linked to one', async () => {
    const [linked, free] = [`linked-${expected.release}`, `free-${expected.release}`];
    await client.create('applications', application({ id: linked }));
    await client.create('applications', application({ id: free }));
    await client.call('PUT', `/commands/${k}/applications`, [linked]);
    const { status, body } = await client.call('DELETE', '/applications');
    expect([status, body.message]).toEqual([
      expected.release === '3.2' ? 412 : 400,
      `No application was deleted: the command ${k} is linked to ${linked}. Unlink it first`,
    ]);
    for (const id of [linked, free]) expect((await client.get(`/applications/${id}`)).status).toBe(200);
    await client.call('DELETE', `/commands/${k}/applications`);
    expect((await client.call('DELETE', '/applications')).status).toBe(204);
    for (const id of [linked, free]) expect((await client.get(`/applications/${id}`)).status).toBe(404);
  });

  it('[V3-REL-5] accepts the examples, and the first request of the README', async () => {
    const example = async (file: string): Promise<{ id: string }> =>
      JSON.parse(await readFile(`${EXAMPLE}/${file}.json`, 'utf8')) as { id: string };
    const [application, cluster, command] = [
      await example('application'),
      await example('cluster'),
      await example('command'),
    ];
    // A separate tag, because all releases share one database in this test.
    const own = { tags: [`type:${expected.release}`] };
    const [a, c, k] = ['a', 'c', 'k'].map((kind) => `${kind}-example-${expected.release}`);
    await client.create('applications', { ...application, id: a });
    await client.create('clusters', { ...cluster, ...own, id: c });
    await client.create('commands', { ...command, ...own, id: k, clusterCriteria: [own] });
    // As tools/load-examples.mjs does.
    expect((await client.call('PUT', `/commands/${k}/applications`, [a])).status).toBe(204);
    expect((await client.call('POST', `/clusters/${c}/commands`, [k])).status).toBe(204);
    const id = await client.submit({ clusterCriterias: [own], commandCriteria: own.tags });
    expect((await client.get(`/jobs/${id}/cluster`)).body.id).toBe(c);
    expect((await client.get(`/jobs/${id}/command`)).body.id).toBe(k);
    expect((await client.call('DELETE', `/jobs/${id}`)).status).toBe(202);
    await client.call('DELETE', `/commands/${k}/applications`);
  });

  const LIMITS: [string, string, object, Record<string, number>][] = [
    [
      'a long description',
      'applications',
      application({ description: long(1001) }),
      { '3.2': 201, '4.0': 412, '4.3': 412 },
    ],
    ['no checkDelay', 'commands', whole({ checkDelay: undefined }), { '3.2': 400, '4.0': 400, '4.3': 201 }],
    ['a checkDelay of null', 'commands', whole({ checkDelay: null }), { '3.2': 412, '4.0': 412, '4.3': 201 }],
    ['a checkDelay of 0', 'commands', whole({ checkDelay: 0 }), { '3.2': 412, '4.0': 412, '4.3': 412 }],
    [
      'an executable of 256',
      'commands',
      whole({ executable: long(256) }),
      { '3.2': 412, '4.0': 201, '4.3': 201 },
    ],
    [
      'an executable of 1025',
      'commands',
      whole({ executable: long(1025) }),
      { '3.2': 412, '4.0': 412, '4.3': 412 },
    ],
    ['no executable', 'commands', whole({ executable: undefined }), { '3.2': 400, '4.0': 201, '4.3': 201 }],
    [
      'an unreadable criterion',
      'commands',
      whole({ clusterCriteria: [{}] }),
      { '3.2': 201, '4.0': 400, '4.3': 400 },
    ],
    ['no commandArgs', 'jobs', job({ commandArgs: undefined }), { '3.2': 400, '4.0': 202, '4.3': 202 }],
    ['empty commandArgs', 'jobs', job({ commandArgs: '' }), { '3.2': 412, '4.0': 202, '4.3': 202 }],
    [
      'commandArgs of 10000',
      'jobs',
      job({ commandArgs: long(10_000) }),
      { '3.2': 202, '4.0': 202, '4.3': 202 },
    ],
    [
      'commandArguments of 10001 together',
      'jobs',
      job({ commandArguments: [long(5000), long(5000)] }),
      { '3.2': 202, '4.0': 412, '4.3': 412 },
    ],
    [
      'commandArgs of 10001',
      'jobs',
      job({ commandArgs: long(10_001) }),
      { '3.2': 412, '4.0': 412, '4.3': 412 },
    ],
  ];
  it.each(LIMITS)(
    '[V3-REL-2] [V3-REL-3] [V3-COMMON-7] answers %s by its own statuses',
    async (_what, collection, body, status) => {
      expect((await client.call('POST', `/${collection}`, body)).status).toBe(status[expected.release]);
    },
  );

  it('[V3-REL-2] [V3-REL-4] previews a request without the fields that it does not have', async () => {
    const known = expected.release === '4.3';
    const later = { dependsOn: 'job', retry: 7, array: [], priority: 'high' };
    for (const path of ['/jobs/resolve', '/jobs']) {
      const { status } = await client.call('POST', path, job(later));
      expect([path, status < 400]).toEqual([path, !known]);
    }
  });

  it('[V3-REL-4] shows the checkDelay of a command by its rule', async () => {
    expect((await client.get(`/commands/${k}`)).body.checkDelay).toBe(
      expected.release === '4.3' ? 10_000 : 5000,
    );
  });

  it('[V3-REL-2] [V3-REL-3] [V3-REL-4] shows the checkDelay of an execution, and passes its generation to jobs', async () => {
    const delays: Record<string, number | null> = { '3.2': 5000, '4.0': 5000, '4.3': null };
    expect((await client.get(`/jobs/${j}/execution`)).body.checkDelay).toBe(delays[expected.release]);
    const launch = await services
      .get(expected.release)
      ?.app.get(DataSource, { strict: false })
      .manager.findOneBy(LaunchEntity, { subject: j });
    const script = launch?.offer.files.find(({ path }) => path === 'run')?.content ?? '';
    expect(script).toContain(`export PORTOLAN_VERSION='${expected.release.charAt(0)}'`);
  });

  it('accepts its own views, and keeps hidden fields', async () => {
    const { body } = await client.get(`/commands/${k}`);
    const newest = clientOf('4.3');
    const before = (await newest.get(`/commands/${k}`)).body;
    expect((await client.call('PUT', `/commands/${k}`, { ...body, description: 'changed' })).status).toBe(
      204,
    );
    const after = (await newest.get(`/commands/${k}`)).body;
    expect({ ...after, updated: 0 }).toEqual({ ...before, description: 'changed', updated: 0 });
  });
});

describe('links from clusters to commands', () => {
  it('[V3-GEN-5] of release 3.2 let the command run on the cluster', async () => {
    const client = clientOf('3.2');
    const tags = ['linked'];
    for (const id of ['c1', 'c2']) await client.create('clusters', cluster({ id, tags }));
    for (const id of ['k1', 'k2']) await client.create('commands', whole({ id, tags }));
    const wanted = job({ clusterCriterias: [{ tags }], commandCriteria: tags });
    const commandsOf = async (id: string) =>
      (await client.get<{ id: string }[]>(`/clusters/${id}/commands`)).body.map((one) => one.id);
    expect((await client.call('POST', '/jobs', wanted)).status).toBe(412);
    expect((await client.call('POST', '/clusters/c1/commands', ['k1', 'k2'])).status).toBe(204);
    expect((await client.call('POST', '/clusters/c1/commands', ['k1'])).status).toBe(204);
    expect([await commandsOf('c1'), await commandsOf('c2')]).toEqual([['k1', 'k2'], []]);
    expect((await client.call('POST', '/jobs', wanted)).status).toBe(202);
    expect((await client.call('PUT', '/clusters/c1/commands', ['k2'])).status).toBe(204);
    expect(await commandsOf('c1')).toEqual(['k2']);
    expect((await client.call('DELETE', '/clusters/c1/commands/k2')).status).toBe(204);
    expect(await commandsOf('c1')).toEqual([]);
    expect((await client.call('PUT', '/clusters/c2/commands', ['k1', 'nowhere'])).status).toBe(404);
    await client.call('PUT', '/clusters/c2/commands', ['k1']);
    expect((await client.call('DELETE', '/clusters/c2/commands')).status).toBe(204);
    expect(await commandsOf('c2')).toEqual([]);
  });

  it('[V3-GEN-5] of release 3.2 keep their order, also when the cluster is replaced', async () => {
    const client = clientOf('3.2');
    await client.create('clusters', cluster({ id: 'ordered', tags: [] }));
    const ids = ['o3', 'o1', 'o2'];
    for (const id of [...ids].sort()) await client.create('commands', whole({ id, tags: ['ordered'] }));
    const path = '/clusters/ordered/commands';
    const listed = async () => (await client.get<{ id: string }[]>(path)).body.map(({ id }) => id);
    for (const id of ids) expect((await client.call('POST', path, [id])).status).toBe(204);
    expect(await listed()).toEqual(ids);
    const { body } = await client.get('/clusters/ordered');
    expect(body).not.toHaveProperty('linkedCommands');
    expect((await client.call('PUT', '/clusters/ordered', body)).status).toBe(204);
    expect(await listed()).toEqual(ids);
    await client.call('PUT', path, ['o2', 'o3']);
    expect(await listed()).toEqual(['o2', 'o3']);
  });

  it('of later releases are accepted without effect', async () => {
    const client = clientOf('4.3');
    await client.create('clusters', cluster({ id: 'c', tags: ['alone'] }));
    await client.create('commands', command({ id: 'k', clusterCriteria: [] }));
    for (const [method, path] of [
      ['POST', '/clusters/c/commands'],
      ['PUT', '/clusters/c/commands'],
      ['DELETE', '/clusters/c/commands'],
      ['DELETE', '/clusters/c/commands/k'],
    ] as const) {
      expect((await client.call(method, path, method.startsWith('P') ? ['k'] : undefined)).status).toBe(204);
    }
    expect((await client.get('/clusters/c/commands')).body).toEqual([]);
    expect((await client.call('POST', '/clusters/nowhere/commands', ['k'])).status).toBe(404);
  });
});
