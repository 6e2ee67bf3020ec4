import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startTestOwner, type TestOwner } from '@portolan/launches/testing';
import { eventually } from '@portolan/service/testing';
import { CgroupsV1, CgroupsV2, openCgroups, type Cgroups } from '../src/cgroups/cgroups';
import { LaunchCgroupsService } from '../src/cgroups/launch-cgroups.service';
import { readTable } from '../src/process/process-table';
import { TestNode, ended, running } from './support';

const sh = (script: string): string[] => ['sh', '-c', script];
const LIMITS = { memoryBytes: 2 ** 20, processes: 7, cpus: 2 };

/** Returns a shell command that allocates and touches this many MB and keeps them. */
const take = (megabytes: number): string =>
  `${process.execPath} -e "globalThis.kept = Buffer.alloc(${megabytes} << 20, 1); setInterval(() => {}, 1000)"`;

/** Pids of the processes with these words in their command line. */
async function withWords(words: string): Promise<number[]> {
  const found: number[] = [];
  for (const { pid } of await readTable()) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
    if (line.replaceAll('\0', ' ').includes(words)) found.push(pid);
  }
  return found;
}

describe('the files of control groups', () => {
  let root: string;
  beforeEach(async () => (root = await mkdtemp(join(tmpdir(), 'portolan-cgroups-'))));
  afterEach(() => rm(root, { recursive: true, force: true }));
  const text = (...path: string[]): Promise<string> => readFile(join(root, ...path), 'utf8');
  const put = async (content: string, ...path: string[]): Promise<void> => {
    await mkdir(join(root, ...path.slice(0, -1)), { recursive: true });
    await writeFile(join(root, ...path), content);
  };

  it('of version 2 contain the limits, processes and kernel kills of a launch', async () => {
    await put('cpuset cpu io memory pids\n', 'cgroup.controllers');
    const cgroups = new CgroupsV2(root);
    expect(await text('cgroup.subtree_control')).toBe('+memory +pids +cpu');
    expect(cgroups.create('one', LIMITS)).toEqual([join(root, 'portolan/one/cgroup.procs')]);
    expect(await text('portolan/cgroup.subtree_control')).toBe('+memory +pids +cpu');
    const group = ['portolan', 'one'] as const;
    expect(await text(...group, 'pids.max')).toBe('7');
    expect(await text(...group, 'memory.max')).toBe('1048576');
    expect(await text(...group, 'memory.swap.max')).toBe('0');
    expect(await text(...group, 'cpu.max')).toBe('200000 100000');
    await put('12\n345\n', ...group, 'cgroup.procs');
    expect(cgroups.processes('one')).toEqual([12, 345]);
    await put('low 0\nmax 3\noom 1\noom_kill 2\noom_group_kill 0\n', ...group, 'memory.events');
    expect(cgroups.oomKills('one')).toBe(2);
    cgroups.forbidForks('one');
    expect(await text(...group, 'pids.max')).toBe('0');
    expect([cgroups.processes('other'), cgroups.oomKills('other'), cgroups.remove('other')]).toEqual([
      undefined,
      undefined,
      true,
    ]);
  });

  it('of version 2 are refused without the controllers', async () => {
    await put('cpu io pids\n', 'cgroup.controllers');
    expect(() => new CgroupsV2(root)).toThrow('controller memory is not delegated to');
  });

  it('of version 1 contain the same, one hierarchy per controller', async () => {
    await put('', 'memory', 'portolan', 'memory.limit_in_bytes');
    await put('', 'pids', 'portolan', 'pids.max');
    const [memory = '', pids = '', cpu = ''] = ['memory', 'pids', 'cpu'].map((name) => join(root, name));
    const cgroups = new CgroupsV1({ memory, pids, cpu });
    expect(cgroups.create('one', LIMITS)).toEqual(
      [pids, memory, cpu].map((folder) => join(folder, 'portolan/one/tasks')),
    );
    expect(await text('pids/portolan/one/pids.max')).toBe('7');
    expect(await text('memory/portolan/one/memory.limit_in_bytes')).toBe('1048576');
    expect(await text('cpu/portolan/one/cpu.cfs_quota_us')).toBe('200000');
    expect(cgroups.create('two', { ...LIMITS, cpus: undefined })).toContain(join(cpu, 'portolan/two/tasks'));
    expect(existsSync(join(cpu, 'portolan/two/cpu.cfs_quota_us'))).toBe(false);
    await put('oom_kill_disable 0\nunder_oom 0\noom_kill 4\n', 'memory/portolan/one/memory.oom_control');
    expect(cgroups.oomKills('one')).toBe(4);
  });

  it('are found by the tables of the kernel, or the reason is reported', async () => {
    await put('0::/\n', 'cgroup');
    await put('', 'mountinfo');
    expect(() => openCgroups(root)).toThrow('no control groups are mounted');
    await put('cpu memory pids\n', 'unified', 'cgroup.controllers');
    await put(`30 23 0:26 / ${root}/unified rw - cgroup2 cgroup2 rw\n`, 'mountinfo');
    expect(openCgroups(root).version).toBe(2);
    await put('30 23 0:26 / /proc/none rw - cgroup2 cgroup2 rw\n', 'mountinfo');
    expect(() => openCgroups(root)).toThrow('ENOENT');
  });
});

/** Returns the processor time of a process, in ticks of the clock. */
async function ticksOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

describe('groups of the kernel', () => {
  const logger = { info: () => undefined, warn: () => undefined };
  const parts = [{ CGROUPS: 'auto' }, logger, { gauge: () => undefined }] as unknown;
  const cgroups = new LaunchCgroupsService(...(parts as ConstructorParameters<typeof LaunchCgroupsService>));
  const limits = { memoryBytes: undefined, processes: 100, cpus: undefined };
  const children: ChildProcess[] = [];
  const ids: string[] = [];
  beforeAll(() => cgroups.open());
  afterEach(async () => {
    for (const child of children.splice(0)) {
      const ended = once(child, 'exit');
      if (child.kill('SIGKILL')) await ended;
    }
    const { groups } = cgroups;
    await eventually('all are removed', () => ids.every((id) => groups?.remove(id)));
  });
  afterAll(() => cgroups.close());

  const create = (groups: Cgroups): [id: string, files: string[]] => {
    const id = randomUUID();
    ids.push(id);
    return [id, groups.create(id, limits)];
  };
  /** Starts processes that join a group before they run a script. */
  const enter = async (
    groups: Cgroups,
    [id, files]: [string, string[]],
    scripts: string[],
  ): Promise<void> => {
    const join = files.map((file) => `echo 0 > '${file}';`).join(' ');
    for (const script of scripts)
      children.push(spawn('sh', ['-c', `${join} ${script}`], { stdio: 'ignore' }));
    await eventually('they have joined', () => groups.processes(id)?.length === scripts.length);
  };

  it('are removed when they stay empty, but not those with processes, and no new ones', async () => {
    const { groups } = cgroups;
    if (!groups) return;
    const [empty, late, used] = [create(groups), create(groups), create(groups)];
    await enter(groups, used, ['exec sleep 60']);
    const before = groups.empty();
    expect([empty, late, used].map(([id]) => before.includes(id))).toEqual([true, true, false]);
    await enter(groups, late, ['exec sleep 60']);
    const fresh = create(groups);
    // Only those of this test: other nodes run on this machine.
    cgroups.removeAbandoned(before.filter((id) => ids.includes(id)));
    const counts = [empty, late, used, fresh].map(([id]) => groups.processes(id)?.length);
    expect(counts).toEqual([undefined, 1, 1, 0]);
  });

  it('[V3-RUN-15] leave a launch its part of the processors beside one with many processes, without a limit', async () => {
    const { groups } = cgroups;
    if (!groups) return;
    const [crowd, single] = [create(groups), create(groups)];
    const busy = 'while :; do :; done';
    await enter(groups, crowd, Array<string>(20).fill(busy));
    await enter(groups, single, [busy]);
    const timesOf = ([id]: [string, string[]]): Promise<number[]> =>
      Promise.all((groups.processes(id) ?? []).map(ticksOf));
    const before = await timesOf(crowd);
    await eventually('0.4 s of processor time', async () => (await timesOf(single))[0]! >= 40);
    const used = (await timesOf(crowd)).reduce((sum, ticks, index) => sum + ticks - before[index]!, 0);
    // Twenty times as much without groups; the single one cannot use the second processor.
    expect(used / 40).toBeLessThan(8);
  });
});

/** A node creates groups where it may, and no process escapes them; elsewhere the same launches run without groups. */
describe.each(['auto', 'off'])('launches of a node with CGROUPS=%s', (setting) => {
  let owner: TestOwner;
  let node: TestNode;
  let grouped: boolean;
  const ids: string[] = [];
  const offer = async (launch: Parameters<TestOwner['offer']>[0]): Promise<string> => {
    const id = await owner.offer(launch);
    ids.push(id);
    return id;
  };
  const limits = { memoryMb: 16, killGraceMs: 200 };

  beforeAll(async () => {
    owner = await startTestOwner();
    const config = { CGROUPS: setting, PROCESS_LIMIT: '40', CPU_LIMIT: '1', MEMORY_CHECK_MS: '200' };
    node = await TestNode.start(owner, config);
    const metrics = await (await node.call('/metrics')).text();
    grouped = /^node_cgroup_version [12]$/m.test(metrics);
    if (setting === 'off') expect(metrics).toMatch(/^node_cgroup_version 0$/m);
  });
  afterAll(async () => {
    await node.remove(ids);
    await owner.service.stop();
  });

  it('[V3-RUN-15] end completely, independent of sessions and environment, and leave no group', async () => {
    const words = `sleep 7${Date.now() % 100_000}`;
    const id = await offer({
      command: sh(`setsid ${words} & ${grouped ? `env -i setsid -f ${words};` : ''} sleep 0.5; exit 3`),
      limits,
    });
    const row = await ended(owner, id);
    expect(row.end).toEqual({ cause: 'exited', exitCode: 3 });
    await eventually('none is left', async () => (await withWords(words)).length === 0);
    await eventually('no group is left', async () =>
      (await node.groupsOf(id)).every((path) => !existsSync(path)),
    );
  });

  it('[V3-RUN-10] are stopped for their memory, whether kernel or node notices first', async () => {
    const residentMb = 120;
    const [whole, part] = await Promise.all(
      [`exec ${take(250)}`, `setsid ${take(250)} & sleep 60`].map((script) =>
        offer({ command: sh(script), limits: { ...limits, residentMb } }),
      ),
    );
    for (const id of [whole, part]) {
      const row = await ended(owner, id ?? '');
      expect(row.end).toMatchObject({ cause: 'stopped', reason: 'memory' });
      expect(await node.file(id ?? '', 'stderr')).toMatch(/^portolan: .*, 120 MB allowed$/m);
    }
  });

  it('[V3-RUN-15] are not charged with the memory of other processes with their mark', async () => {
    const victim = await offer({ command: sh('sleep 4'), limits: { ...limits, residentMb: 60 } });
    await running(owner, victim);
    const command = sh(`PORTOLAN_LAUNCH_ID=${victim} ${take(150)}`);
    const thief = await offer({ command, limits });
    const stranger = spawn('sh', ['-c', take(150)], {
      env: { ...process.env, PORTOLAN_LAUNCH_ID: victim },
      stdio: 'ignore',
      ...(process.getuid?.() === 0 && { uid: 65_534 }),
    });
    expect((await ended(owner, victim)).end).toEqual({ cause: 'exited', exitCode: 0 });
    if (process.getuid?.() === 0) expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    stranger.kill('SIGKILL');
    await owner.launches.stop(thief, 0);
    await ended(owner, thief);
  });

  it('have a limit of processors that the kernel takes', async () => {
    if (!grouped) return;
    const id = await offer({ command: sh('sleep 60'), limits });
    await running(owner, id);
    const quotas = (await node.groupsOf(id))
      .flatMap((group) => ['cpu.cfs_quota_us', 'cpu.max'].map((file) => join(group, file)))
      .filter(existsSync);
    const [quota = ''] = quotas;
    expect(await readFile(quota, 'utf8')).toMatch(/^100000( 100000)?\n$/);
    await eventually('its process is in the group', async () =>
      /^\d/.test(await readFile(join(dirname(quota), 'cgroup.procs'), 'utf8')),
    );
    await owner.launches.stop(id, 0);
    expect((await ended(owner, id)).end).toMatchObject({ cause: 'stopped', reason: 'owner' });
  });

  it('[V3-RUN-15] are limited in processes, and a fork bomb is killed completely', async () => {
    if (!grouped) return;
    const bomb = `const { spawn } = require('node:child_process');
      setInterval(() => spawn('setsid', ['sleep', '100'], { env: {} }).on('error', () => undefined), 5);`;
    const id = await offer({ command: [process.execPath, '-e', bomb], limits });
    const [group = ''] = await eventually('it has a group', async () => {
      const groups = await node.groupsOf(id);
      return groups.length > 0 && groups;
    });
    const count = async (file: string): Promise<string[]> =>
      (await readFile(join(group, file), 'utf8').catch(() => '')).split('\n').filter(Boolean);
    await eventually('the limit is reached', async () => Number((await count('pids.current'))[0]) >= 39);
    expect((await count('cgroup.procs')).length).toBeGreaterThan(20);
    await owner.launches.stop(id, 0);
    expect((await ended(owner, id)).end).toMatchObject({ cause: 'stopped', reason: 'owner' });
    expect(await count('cgroup.procs')).toEqual([]);
  });
});
