import { mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LaunchHandlers, LaunchRepository, LaunchesService } from '@portolan/launches';
import { eventually } from '@portolan/service/testing';
import { DataSource } from 'typeorm';
import {
  cluster,
  command,
  containing,
  job,
  like,
  outputOf,
  register,
  some,
  startJobs,
  type JobsService,
  type Shown,
} from './support';

/** An entry of `/jobs/{id}/attempts`. */
interface Attempt {
  attempt: number;
  nodeId: string | null;
  hostName: string | null;
  started: string | null;
  finished: string | null;
  exitCode: number | null;
  reason: string | null;
}

const atOnce = { delaySeconds: 0 };
/** Fails in every attempt before this one. */
const succeedsIn = (attempt: number): string =>
  `'echo attempt $PORTOLAN_ATTEMPT; ls; touch left-behind; [ $PORTOLAN_ATTEMPT -ge ${attempt} ] || exit 7'`;

describe('a job that fails', () => {
  let service: JobsService;
  beforeAll(async () => {
    // Load on the machine must not look like the loss of a node.
    service = await startJobs({ env: { LEASE_MS: '60000' } });
    await register(service.client);
  });
  afterAll(() => service.stop());

  const submit = (id: string, retry: object, change: object = {}): Promise<string> =>
    service.client.submit({ id, retry: { ...atOnce, ...retry }, ...change });
  const ended = (id: string): Promise<Shown> => service.client.ended(id);
  const attemptsOf = async (id: string): Promise<Attempt[]> =>
    (await service.client.get<Attempt[]>(`/jobs/${id}/attempts`)).body;
  const text = async (id: string, path: string): Promise<string> => (await outputOf(service, id, path)).text;
  const database = () => service.app.get(DataSource, { strict: false });

  it.each([
    ['no object', 3, 'retry'],
    ['no limit', {}, 'retry.limit'],
    ['a negative limit', { limit: -1 }, 'retry.limit'],
    ['a limit of 21', { limit: 21 }, 'retry.limit'],
    ['half an attempt', { limit: 1.5 }, 'retry.limit'],
    ['an unknown cause', { limit: 1, on: ['lost', 'boredom'] }, 'retry.on'],
    ['causes that are no list', { limit: 1, on: 'lost' }, 'retry.on'],
    ['exit codes without exit', { limit: 1, exitCodes: [3] }, 'retry.exitCodes'],
    ['exit code 0', { limit: 1, on: ['exit'], exitCodes: [0] }, 'retry.exitCodes[0]'],
    ['exit code 256', { limit: 1, on: ['exit'], exitCodes: [1, 256] }, 'retry.exitCodes[1]'],
    ['a delay of more than a day', { limit: 1, delaySeconds: 86_401 }, 'retry.delaySeconds'],
    ['a negative delay', { limit: 1, delaySeconds: -1 }, 'retry.delaySeconds'],
    ['a factor below 1', { limit: 1, factor: 0.5 }, 'retry.factor'],
    ['a factor of 11', { limit: 1, factor: 11 }, 'retry.factor'],
    ['too long a maximum', { limit: 1, maxDelaySeconds: 86_401 }, 'retry.maxDelaySeconds'],
  ])('[V3-RETRY-1] is refused with 400 and the place: %s', async (what, retry, place) => {
    const id = `malformed-${what.replaceAll(' ', '-')}`;
    const { status, body } = await service.client.call('POST', '/jobs', job({ id, retry }));
    expect([status, body.message]).toEqual([400, containing(place)]);
    expect((await service.client.get(`/jobs/${id}`)).status).toBe(404);
  });

  it('[V3-RETRY-1] [V3-RETRY-9] shows its retries with their defaults', async () => {
    const { client } = service;
    await client.submit({ id: 'defaults', retry: { limit: 2 } });
    expect((await client.get('/jobs/defaults/request')).body.retry).toEqual({
      limit: 2,
      on: ['lost'],
      exitCodes: [],
      delaySeconds: 10,
      factor: 2,
      maxDelaySeconds: 600,
    });
    await client.submit({ id: 'without' });
    expect((await client.get('/jobs/without/request')).body.retry).toBeNull();
  });

  it('[V3-RETRY-2] [V3-RETRY-6] [V3-RETRY-8] is attempted again in a fresh directory until it succeeds', async () => {
    await submit('thrice', { limit: 5, on: ['exit'] }, { commandArgs: succeedsIn(3) });
    const shown = await ended('thrice');
    expect(shown).toMatchObject({ status: 'SUCCEEDED', statusMsg: 'Job finished successfully.' });
    const attempts = await attemptsOf('thrice');
    const failed = {
      nodeId: some(String),
      hostName: '127.0.0.1',
      exitCode: 7,
      reason: 'Job failed: exit code 7.',
    };
    expect(attempts).toMatchObject([
      { attempt: 1, ...failed },
      { attempt: 2, ...failed },
      { attempt: 3, exitCode: 0, reason: null },
    ]);
    expect(shown.started).toBe(attempts[0]?.started);
    expect(shown.finished).toBe(attempts[2]?.finished);
    for (const [before, after] of [
      [attempts[0]?.finished, attempts[1]?.started],
      [attempts[1]?.finished, attempts[2]?.started],
    ])
      expect(Date.parse(after ?? '')).toBeGreaterThanOrEqual(Date.parse(before ?? ''));
    expect((await text('thrice', '/stdout')).split('\n')).toEqual([
      'attempt 3',
      'run',
      'stderr',
      'stdout',
      '',
    ]);
    expect((await service.client.get('/jobs/thrice/execution')).body.exitCode).toBe(0);
  });

  it('[V3-RETRY-7] serves the files of each attempt, from the node and from the archive', async () => {
    await submit('filed', { limit: 1, on: ['exit'] }, { commandArgs: succeedsIn(9) });
    await ended('filed');
    const { client } = service;
    const read = (attempt: string, path: string) =>
      client.get<string>(`/jobs/filed/attempts/${attempt}/output${path}`);
    const both = async () => [(await read('1', '/stdout')).body, (await read('2', '/stdout')).body];
    const stdout = [like(/^attempt 1\n/), like(/^attempt 2\n/)];
    expect(await both()).toEqual(stdout);
    const archives = join(service.workDirectory, 'archives');
    await eventually('both are archived', async () => {
      const names = await readdir(archives).catch((): string[] => []);
      return names.includes('filed.zip') && names.includes('filed@2.zip');
    });
    await eventually('the archive is known', async () => {
      const { body } = await client.get('/jobs/filed/execution');
      return body.archiveStatus === 'ARCHIVED';
    });
    expect(await both()).toEqual(stdout);
    const listing = (
      await client.get<{ files: { name: string; url: string }[] }>('/jobs/filed/attempts/1/output')
    ).body;
    expect(listing.files).toContainEqual(
      expect.objectContaining({ url: `${service.url}/api/v3/jobs/filed/attempts/1/output/stdout` }),
    );
    // The archive of an attempt may be reported when the next one runs.
    const launches = service.app.get(LaunchRepository, { strict: false });
    const [earlier] = await launches.ofSubject('filed');
    await database().query(`UPDATE jobs SET archive_status = 'PENDING' WHERE id = 'filed'`);
    await database().transaction((transaction) =>
      service.app.get(LaunchHandlers, { strict: false }).archived([earlier!], transaction),
    );
    expect((await client.get('/jobs/filed/execution')).body.archiveStatus).toBe('PENDING');
    for (const never of ['0', '3', '01', 'x']) {
      const answer = await client.get(`/jobs/filed/attempts/${never}/output/stdout`);
      expect([answer.status, answer.body.message]).toEqual([404, `Job filed has no attempt ${never}`]);
    }
    expect((await client.get('/jobs/nobody/attempts')).status).toBe(404);
  });

  it('[V3-RETRY-4] [V3-RETRY-5] waits as ACCEPTED with the time and the reason, then ends like a job without retries', async () => {
    // Long enough to be seen waiting, also on a machine under load.
    await submit('later', { limit: 1, on: ['exit'], delaySeconds: 6 }, { commandArgs: `'exit 3'` });
    const waiting = await eventually('it waits', async () => {
      const { body } = await service.client.get('/jobs/later');
      return (body.statusMsg as string).startsWith('Attempt') && body;
    });
    expect(waiting).toMatchObject({
      status: 'ACCEPTED',
      statusMsg: like(/^Attempt 2 of 2 starts at 20\d\d-[\d-]+T[\d:.]+Z: Job failed: exit code 3\.$/),
      started: some(String),
      finished: null,
    });
    const at = Date.parse(/at (\S+):/.exec(waiting.statusMsg as string)?.[1] ?? '');
    const shown = await ended('later');
    expect(shown).toMatchObject({ status: 'FAILED', statusMsg: 'Job failed: exit code 3.' });
    const [first, second] = await attemptsOf('later');
    expect(at - Date.parse(first?.finished ?? '')).toBe(6000);
    expect(Date.parse(second?.started ?? '')).toBeGreaterThanOrEqual(at);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/job_retries_total\{cause="exit"\} [1-9]/);
    expect(metrics).toMatch(/jobs_waiting\{.*reason="retryDelay".*\} \d/);
  });

  it('[V3-RETRY-2] is not attempted again for other causes, other exit codes, and after a success', async () => {
    await submit('only-lost', { limit: 3 }, { commandArgs: `'exit 3'` });
    await submit('only-75', { limit: 3, on: ['exit'], exitCodes: [75] }, { commandArgs: `'exit 3'` });
    await submit('signalled', { limit: 1, on: ['exit'] }, { commandArgs: `'kill -9 $$'` });
    await submit('fine', { limit: 3, on: ['exit'] });
    for (const [id, count] of [
      ['only-lost', 1],
      ['only-75', 1],
      ['signalled', 2],
      ['fine', 1],
    ] as const) {
      await ended(id);
      expect([id, (await attemptsOf(id)).length]).toEqual([id, count]);
    }
  });

  it('[V3-RETRY-2] is attempted again after its timeout, its memory, a download and a setup file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portolan-retries-'));
    await writeFile(join(folder, 'bad.sh'), 'exit 1\n');
    await submit('slow', { limit: 1, on: ['timeout'] }, { commandArgs: `'sleep 60'`, timeout: 1 });
    await submit('unfetched', { limit: 1, on: ['setup'] }, { dependencies: ['file:///nowhere/at-all'] });
    await submit('unset', { limit: 1, on: ['setup'] }, { setupFile: `file://${folder}/bad.sh` });
    const greedy = `'exec python3 -c "x = bytearray(2**28); import time; time.sleep(30)"'`;
    await submit('greedy', { limit: 1, on: ['memory'] }, { memory: 32, commandArgs: greedy });
    for (const [id, status, statusMsg] of [
      ['slow', 'KILLED', 'Job exceeded timeout.'],
      ['unfetched', 'FAILED', like(/^Failed to download dependencies: /)],
      ['unset', 'FAILED', like(/^Job script failed during setup/)],
      ['greedy', 'KILLED', 'Job exceeded memory limit.'],
    ]) {
      expect(await ended(id as string)).toMatchObject({ status, statusMsg });
      const attempts = await attemptsOf(id as string);
      expect([id, attempts.map(({ reason }) => reason)]).toEqual([id, [statusMsg, statusMsg]]);
    }
  });

  it('[V3-RETRY-10] is never attempted again once a request has killed it, running or between attempts', async () => {
    const always = { limit: 5, on: ['exit', 'lost', 'timeout', 'memory', 'setup'] };
    await submit('killed', always, { commandArgs: `'sleep 60'` });
    await service.client.until('killed', ['RUNNING']);
    await service.client.call('DELETE', '/jobs/killed');
    expect(await ended('killed')).toMatchObject({ status: 'KILLED', statusMsg: 'Job was killed by user.' });
    expect(await attemptsOf('killed')).toMatchObject([{ attempt: 1, reason: 'Job was killed by user.' }]);
    await submit('unreachable', always, { commandArgs: `'sleep 60'` });
    await service.client.until('unreachable', ['RUNNING']);
    // Simulates a kill that does not reach the node, followed by the loss of the node.
    await database().query(`UPDATE jobs SET kill_requested_at = 1 WHERE id = 'unreachable'`);
    const [running] = await service.app.get(LaunchRepository, { strict: false }).ofSubject('unreachable');
    await service.app.get(LaunchesService, { strict: false }).lose(running!.id, 'silence');
    expect(await ended('unreachable')).toMatchObject({
      status: 'KILLED',
      statusMsg: 'Job was killed by user.',
    });
    await submit('stopped', always, { commandArgs: `'sleep 60'` });
    await service.client.until('stopped', ['RUNNING']);
    // Simulates a kill whose request the job does not have: it began while the element was created.
    const [stopped] = await service.app.get(LaunchRepository, { strict: false }).ofSubject('stopped');
    await database().query('UPDATE launches SET stop_requested_at = 1 WHERE id = ?', [stopped!.id]);
    await service.app.get(LaunchesService, { strict: false }).lose(stopped!.id, 'silence');
    await ended('stopped');
    expect(await attemptsOf('stopped')).toHaveLength(1);
    await submit('between', { ...always, delaySeconds: 600 }, { commandArgs: `'echo kept; exit 1'` });
    await eventually('it waits', async () => {
      const { body } = await service.client.get('/jobs/between');
      return (body.statusMsg as string).startsWith('Attempt 2 of 6');
    });
    expect((await service.client.call('DELETE', '/jobs/between')).status).toBe(202);
    expect(await ended('between')).toMatchObject({ status: 'KILLED', finished: some(String) });
    expect(await text('between', '/stdout')).toBe('kept\n');
    expect(await attemptsOf('between')).toMatchObject([
      { attempt: 1, exitCode: 1, reason: 'Job failed: exit code 1.' },
    ]);
  });

  it('[V3-RETRY-11] releases its dependents with its last attempt only', async () => {
    await submit('flaky', { limit: 2, on: ['exit'] }, { commandArgs: succeedsIn(2) });
    await service.client.submit({ id: 'after-flaky', dependsOn: ['flaky'] });
    expect((await ended('after-flaky')).status).toBe('SUCCEEDED');
  });

  it('[V3-RETRY-12] loses no attempt when the process that planned it died: the row is enough', async () => {
    await submit('planned', { limit: 1, on: ['exit'], delaySeconds: 600 }, { commandArgs: succeedsIn(2) });
    await eventually('it waits', async () => {
      const rows = await database().query<object[]>(`SELECT * FROM job_waits WHERE job_id = 'planned'`);
      return rows.length === 1;
    });
    await database().query(`UPDATE job_waits SET due_at = 1 WHERE job_id = 'planned'`);
    expect((await ended('planned')).status).toBe('SUCCEEDED');
  });

  it('[V3-RETRY-13] is deleted by retention with the launches and archives of all attempts', async () => {
    await submit('old', { limit: 1, on: ['exit'] }, { commandArgs: `'exit 1'`, user: 'departed' });
    await ended('old');
    const archives = join(service.workDirectory, 'archives');
    const names = async () => (await readdir(archives)).filter((name) => /^old[.@]/.test(name));
    await eventually('both are archived', async () => (await names()).length === 2);
    const { queuePrefix, workDirectory } = service;
    const remover = await startJobs({
      database: service.database,
      queuePrefix,
      env: {
        ROLES: 'controller',
        ARCHIVE_DIR: join(workDirectory, 'archives'),
        JOB_RETENTION_MS: '1',
        JOB_RETENTION_TICK_MS: '100',
      },
    });
    try {
      await eventually('it is gone', async () => (await service.client.get('/jobs/old')).status === 404);
      expect(await names()).toEqual([]);
      expect(await database().query(`SELECT id FROM launches WHERE subject = 'old'`)).toEqual([]);
    } finally {
      await remover.close();
    }
  });
});

describe('a job whose node is lost', () => {
  it('[V3-RETRY-3] [V3-RETRY-6] is attempted again only after the first attempt has ended, also on a node that is cut off', async () => {
    const owner = await startJobs({ env: { ROLES: 'api,controller', LEASE_MS: '2000' } });
    const { database, queuePrefix } = owner;
    const startNode = (id: string, ports: string) =>
      startJobs({ database, queuePrefix, env: { ROLES: 'node', NODE_ID: id, PORT_RANGE: ports } });
    const first = await startNode('node-1', '25000-25499');
    let second: JobsService | undefined;
    try {
      await register(owner.client);
      const log = join(await mkdtemp(join(tmpdir(), 'portolan-attempts-')), 'log');
      const beat = `while true; do echo $PORTOLAN_ATTEMPT $(date +%s%3N) >> ${log}; sleep 0.05; done`;
      await owner.client.submit({
        id: 'moved',
        commandArgs: `'if [ $PORTOLAN_ATTEMPT = 1 ]; then ${beat}; else echo 2 $(date +%s%3N) >> ${log}; fi'`,
        retry: { limit: 1, delaySeconds: 0 },
      });
      await owner.client.until('moved', ['RUNNING']);
      // Its process continues, and its lease is not renewed.
      await first.close();
      second = await startNode('node-2', '25500-25999');
      expect((await owner.client.ended('moved')).status).toBe('SUCCEEDED');
      const lines = (await readFile(log, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => line.split(' ').map(Number));
      const last = Math.max(...lines.filter(([attempt]) => attempt === 1).map(([, at = 0]) => at));
      const [, start = 0] = lines.find(([attempt]) => attempt === 2) ?? [];
      expect(start).toBeGreaterThan(last);
      const { body } = await owner.client.get<Attempt[]>('/jobs/moved/attempts');
      expect(body).toMatchObject([
        { attempt: 1, nodeId: 'node-1', exitCode: null, reason: 'Agent AWOL for too long' },
        { attempt: 2, nodeId: 'node-2', exitCode: 0, reason: null },
      ]);
    } finally {
      await second?.close();
      await first.close();
      await owner.stop();
    }
  });

  it('[V3-RETRY-3] counts an evicted pod as lost and one that was killed for its memory as memory', async () => {
    const service = await startJobs();
    try {
      await register(service.client);
      const launches = service.app.get(LaunchesService, { strict: false });
      const database = service.app.get(DataSource, { strict: false });
      const lose = async (id: string, place: 'memory' | 'other') => {
        await service.client.until(id, ['RUNNING']);
        const sql = `SELECT launch_id AS launch FROM jobs WHERE id = ?`;
        const [row] = await database.query<{ launch: string }[]>(sql, [id]);
        await launches.lose(row?.launch ?? '', 'its pod was evicted', place);
      };
      const commandArgs = `'[ $PORTOLAN_ATTEMPT = 2 ] || sleep 60'`;
      const retry = { limit: 1, delaySeconds: 0 };
      await service.client.submit({ id: 'evicted', commandArgs, retry });
      await service.client.submit({ id: 'oom', commandArgs, retry: { ...retry, on: ['memory'] } });
      await service.client.submit({ id: 'oom-final', commandArgs, retry });
      await lose('evicted', 'other');
      await lose('oom', 'memory');
      await lose('oom-final', 'memory');
      expect((await service.client.ended('evicted')).status).toBe('SUCCEEDED');
      expect((await service.client.ended('oom')).status).toBe('SUCCEEDED');
      expect(await service.client.ended('oom-final')).toMatchObject({
        status: 'KILLED',
        statusMsg: 'Job exceeded memory limit.',
      });
    } finally {
      await service.stop();
    }
  });
});

describe('retries in release 4.0', () => {
  it('[V3-RETRY-9] are ignored, not shown, and have no address', async () => {
    const service = await startJobs({ env: { ROLES: 'api', API_RELEASE: '4.0' } });
    try {
      await service.client.create('clusters', cluster());
      await service.client.create('commands', command({ checkDelay: 1 }));
      await service.client.submit({ id: 'old-client', retry: { limit: 3 } });
      expect((await service.client.get('/jobs/old-client/request')).body).not.toHaveProperty('retry');
      expect((await service.client.get('/jobs/old-client/attempts')).status).toBe(404);
      expect((await service.client.get('/jobs/old-client/attempts/1/output/stdout')).status).toBe(404);
    } finally {
      await service.stop();
    }
  });
});
