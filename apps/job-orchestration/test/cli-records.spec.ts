import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@portolan/service/testing';
import { commandLine } from './command-line';
import { containing, register, startJobs, type JobsService } from './support';

const JOB = { name: 'nightly', version: '1', memory: 16, commandArgs: `'true'` };
const CRITERIA = { clusterCriterias: [{ tags: ['type:local'] }], commandCriteria: ['type:bash'] };

describe('the command portolan, with arrays, schedules, the registry and nodes', () => {
  let service: JobsService;
  const { folder, cli, stdout, json } = commandLine(() => service);

  beforeAll(async () => {
    service = await startJobs({ env: { NODE_HEARTBEAT_MS: '100' } });
    await register(service.client);
    await writeFile(join(folder, 'job.yaml'), JSON.stringify({ ...JOB, ...CRITERIA }));
  });
  afterAll(() => service.stop());

  it('[CLI-ARRAY-1] counts the elements of an array, and runs the failed ones again', async () => {
    const script = 'test $PORTOLAN_ARRAY_INDEX != 1';
    const submission = ['job', 'submit', 'job.yaml', '--array', '3', '--', script];
    const array = await stdout(...submission);
    await service.client.ended(array);
    expect(await json('array', 'status', array)).toEqual([
      expect.objectContaining({ size: 3, counts: { SUCCEEDED: 2, FAILED: 1 }, failed: [1] }),
    ]);
    expect(await stdout('array', 'status', array)).toMatch(/FAILED INDEXES\n3 +0 +0 +2 +1 +0 +1$/);
    const again = await stdout('array', 'rerun-failed', array);
    expect((await service.client.ended(again)).status).toBe('FAILED');
    expect(await json('array', 'status', again)).toEqual([expect.objectContaining({ failed: [1] })]);
    expect((await cli(['array', 'status', 'nobody'])).code).toBe(3);
  });

  it('[CLI-SCHEDULE-1] creates, shows, changes, pauses, resumes and deletes a schedule', async () => {
    expect((await cli(['schedule', 'create', 'job.yaml'])).stderr).toContain('the schedule has no cron');
    const options = ['--id', 'nightly', '--cron', '30 4 * * *', '--time-zone', 'Europe/Berlin'];
    expect(await stdout('schedule', 'create', '-f', 'job.yaml', ...options)).toBe('nightly');
    expect(await stdout('schedule', 'list')).toMatch(/\nnightly .* in /);
    expect(await stdout('schedule', 'update', 'nightly', '--cron', '0 5 * * *')).toBe('nightly is changed');
    expect(await stdout('schedule', 'pause', 'nightly')).toBe('nightly is paused');
    expect(await stdout('schedule', 'list')).not.toContain(' in ');
    expect(await json('schedule', 'get', 'nightly')).toMatchObject({
      ...{ id: 'nightly', name: 'nightly', user: 'ann', timeZone: 'Europe/Berlin' },
      ...{ cron: '0 5 * * *', paused: true },
    });
    expect(await json('schedule', 'list', '--paused')).toHaveLength(1);
    expect(await stdout('schedule', 'resume', 'nightly')).toBe('nightly is active again');
    expect(await json('schedule', 'list', '--paused')).toEqual([]);
    expect((await cli(['schedule', 'delete', 'nightly'])).code).toBe(2);
    expect(await stdout('schedule', 'delete', 'nightly', '--yes')).toBe('nightly is deleted');
    expect((await cli(['schedule', 'get', 'nightly'])).code).toBe(3);
  });

  it('[CLI-EACH-1] [CLI-SCHEDULE-2] fires now and for a past range, and lists the fires', async () => {
    await stdout(
      'schedule',
      'create',
      'job.yaml',
      '--id',
      'hourly',
      '--cron',
      '0 * * * *',
      '--overlap',
      'allow',
    );
    const job = await stdout('schedule', 'trigger', 'hourly');
    expect(await service.client.ended(job)).toMatchObject({ name: 'nightly', status: 'SUCCEEDED' });
    const range = ['--from', '2026-10-07T00:00:00Z', '--to', '2026-10-07T01:00:00Z', '--overlap', 'allow'];
    expect(await stdout('schedule', 'backfill', 'hourly', ...range)).toBe('2 fires');
    await eventually('all fires are started', async () => {
      const fires = await json<unknown[]>('schedule', 'fires', 'hourly', '--outcome', 'started');
      return fires.length === 3;
    });
    const several = await cli(['schedule', 'trigger', 'nobody', 'hourly', '-o', 'json']);
    expect([several.code, JSON.parse(several.stdout)]).toEqual([
      3,
      {
        triggered: [{ id: 'hourly', jobId: containing('hourly-') }],
        failed: [{ id: 'nobody', message: containing('nobody') }],
      },
    ]);
    expect(await stdout('schedule', 'delete', 'hourly', '--yes')).toContain('is deleted');
  });

  it.each([
    ['cluster', { status: 'UP' }, 'OUT_OF_SERVICE'],
    ['command', { status: 'ACTIVE', executable: 'bash -c', checkDelay: 1000 }, 'DEPRECATED'],
    ['application', { status: 'ACTIVE' }, 'DEPRECATED'],
  ])('[CLI-REGISTRY-1] creates, shows, replaces and deletes a %s', async (kind, fields, other) => {
    const id = `${kind}-of-a-file`;
    const document = { id, name: 'filed', version: '1', tags: ['type:filed'], ...fields };
    const apply = async (status?: string): Promise<string> => {
      await writeFile(join(folder, 'one.json'), JSON.stringify({ ...document, ...(status && { status }) }));
      return stdout(kind, 'apply', '-f', 'one.json');
    };
    expect(await apply()).toBe(`${kind} ${id} created`);
    expect(await apply(other)).toBe(`${kind} ${id} replaced`);
    expect(await json(kind, 'get', id)).toMatchObject({ id, user: 'ann', status: other });
    expect(await stdout(kind, 'list', '--tag', 'type:filed')).toMatch(
      new RegExp(`\\n${id} +filed +1 +${other}`),
    );
    const shown = await stdout(kind, 'get', id, '-o', 'yaml');
    await writeFile(join(folder, 'shown.yaml'), shown);
    expect(await stdout(kind, 'apply', 'shown.yaml')).toBe(`${kind} ${id} replaced`);
    expect(await stdout(kind, 'delete', id, '--yes')).toBe(`${id} is deleted`);
    expect((await cli([kind, 'get', id])).code).toBe(3);
  });

  it('[CLI-EACH-1] [CLI-REGISTRY-1] applies and deletes several, though one is refused', async () => {
    const list = ['first', '', 'last'].map((id) => ({
      id: `several-${id}`,
      name: id,
      version: '1',
      status: 'UP',
    }));
    Object.assign(list[0]!, { tag: ['x'] });
    const applied = await cli(['cluster', 'apply', '-f', '-'], { stdin: JSON.stringify(list) });
    expect([applied.code, applied.stdout]).toEqual([
      3,
      'cluster several-first created\ncluster several-last created\n',
    ]);
    expect(applied.stderr).toMatch(
      /^standard input: the field \[0\]\.tag is unknown and ignored; did you mean tags\?\nportolan: several-: .*name/,
    );
    const ids = list.map(({ id }) => id);
    const deleted = await cli(['cluster', 'delete', ...ids, '--yes', '-o', 'json']);
    expect([deleted.code, JSON.parse(deleted.stdout)]).toEqual([
      3,
      {
        deleted: ['several-first', 'several-last'],
        failed: [{ id: 'several-', message: containing('several-') }],
      },
    ]);
    const paused = await cli(['schedule', 'pause', 'nobody-1', 'nobody-2']);
    expect([paused.code, paused.stdout, paused.stderr.match(/^portolan: .*nobody-[12]/gm)]).toEqual([
      3,
      '',
      [containing('nobody-1'), containing('nobody-2')],
    ]);
  });

  it('[CLI-REGISTRY-2] links applications and clusters to a command', async () => {
    const application = await service.client.create('applications', {
      ...{ name: 'tools', user: 'ann', version: '1', status: 'ACTIVE' },
    });
    const document = { id: 'linked', name: 'linked', version: '1', status: 'ACTIVE' };
    await writeFile(
      join(folder, 'linked.json'),
      JSON.stringify([{ ...document, executable: 'bash -c', checkDelay: 1000 }]),
    );
    await stdout('command', 'apply', '-f', 'linked.json');
    const links = ['--application', application, '--cluster', 'type:local,sla:any'];
    expect(await stdout('command', 'link', 'linked', ...links)).toBe(
      `linked: application ${application} is linked\nlinked: cluster type:local,sla:any is linked`,
    );
    const { body } = await service.client.get<{ id: string }[]>('/commands/linked/applications');
    expect(body.map(({ id }) => id)).toEqual([application]);
    expect((await service.client.get('/commands/linked/clusterCriteria')).body).toEqual([
      expect.objectContaining({ tags: expect.arrayContaining(['type:local', 'sla:any']) as unknown }),
    ]);
    expect(await stdout('command', 'get', 'linked')).toMatch(
      new RegExp(`^applications +${application}$`, 'm'),
    );
    expect((await cli(['command', 'link', 'linked'])).code).toBe(2);

    await stdout('command', 'link', 'linked', '--cluster', 'type:local');
    const unlinks = ['--application', application, '--cluster', 'sla:any,type:local'];
    expect(await stdout('command', 'unlink', 'linked', ...unlinks)).toBe(
      `linked: application ${application} is unlinked\nlinked: cluster sla:any,type:local is unlinked`,
    );
    expect((await service.client.get('/commands/linked/applications')).body).toEqual([]);
    expect((await service.client.get('/commands/linked/clusterCriteria')).body).toEqual([
      expect.objectContaining({ tags: ['type:local'] }),
    ]);
  });

  it('[CLI-EACH-1] [CLI-REGISTRY-2] links and unlinks what it can, and names what is refused', async () => {
    const document = { id: 'partly', name: 'partly', version: '1', status: 'ACTIVE' };
    await cli(['command', 'apply', '-f', '-'], {
      stdin: JSON.stringify({ ...document, executable: 'bash -c', checkDelay: 1000 }),
    });
    const options = ['--application', 'nobody', '--cluster', 'type:local', '--cluster', ' sla:any, b '];
    const linked = await cli(['command', 'link', 'partly', ...options]);
    expect(linked).toEqual({
      code: 3,
      stdout: 'partly: cluster type:local is linked\npartly: cluster sla:any,b is linked\n',
      stderr: containing('portolan: application nobody: No application with id nobody'),
    });
    const unlinked = await cli([
      'command',
      'unlink',
      'partly',
      ...options,
      '--cluster',
      'none',
      '-o',
      'json',
    ]);
    expect([unlinked.code, JSON.parse(unlinked.stdout)]).toEqual([
      3,
      {
        unlinked: [{ cluster: ['type:local'] }, { cluster: ['sla:any', 'b'] }],
        failed: [
          { id: 'application nobody', message: containing('nobody') },
          { id: 'cluster none', message: 'cluster none: partly has no criterion with these tags' },
        ],
      },
    ]);
    expect((await service.client.get('/commands/partly/clusterCriteria')).body).toEqual([]);
    const empty = await cli(['command', 'link', 'partly', '--cluster', ' ,']);
    expect([empty.code, empty.stderr]).toEqual([2, containing('--cluster has no tags')]);
  });

  it('[CLI-NODE-1] lists nodes, cordons, drains and opens them again', async () => {
    interface Node {
      id: string;
      state: string;
    }
    const only = async () => (await json<Node[]>('node', 'list'))[0];
    const node = await eventually('the node is known', only);
    expect(await stdout('node', 'list', '-o', 'wide')).toMatch(/^ID +HOST +STATE .* CLUSTER +ZONE +URL\n/);
    const becomes = (state: string) =>
      eventually(`it is ${state}`, async () => (await only())?.state === state);
    expect(await stdout('node', 'cordon', node.id)).toBe(`${node.id} is cordoned`);
    await becomes('CORDONED');
    await stdout('node', 'drain', node.id);
    await becomes('DRAINED');
    await stdout('node', 'uncordon', node.id);
    await becomes('ACTIVE');
    const unknown = await cli(['node', 'drain', 'nobody']);
    expect([unknown.code, unknown.stderr]).toEqual([3, containing('nobody')]);
  });
});
