import { readdirSync } from 'node:fs';
import { LaunchKind } from '@portolan/launches';
import { startTestOwner, type TestOwner } from '@portolan/launches/testing';
import { eventually } from '@portolan/service/testing';
import { readProcess } from '../src/process/process-table';
import { TestNode, ended, running, processesOf } from './support';

describe('a launch on a node', () => {
  let owner: TestOwner;
  let node: TestNode;
  const ids: string[] = [];
  const offer = async (launch: Parameters<TestOwner['offer']>[0]): Promise<string> => {
    const id = await owner.offer(launch);
    ids.push(id);
    return id;
  };
  const sh = (script: string) => ['sh', '-c', script];

  beforeAll(async () => {
    owner = await startTestOwner();
    node = await TestNode.start(owner);
  });
  afterAll(async () => {
    await node.remove(ids);
    await owner.service.stop();
  });

  it('runs to its exit code, with its output in files and its true times', async () => {
    const before = Date.now();
    const id = await offer({ command: sh('echo out; echo err >&2; exit 3') });
    const row = await ended(owner, id);
    expect(row.end).toEqual({ cause: 'exited', exitCode: 3 });
    expect(row.snapshot).toMatchObject({ stdoutBytes: 4, stderrBytes: 4, phase: 'ended' });
    expect(await node.file(id, 'stdout')).toBe('out\n');
    expect(await node.file(id, 'stderr')).toBe('err\n');
    const { startedAt = 0, finishedAt = 0 } = row.snapshot ?? {};
    expect(startedAt).toBeGreaterThanOrEqual(before - 20);
    expect(finishedAt).toBeGreaterThanOrEqual(startedAt);
    expect(finishedAt).toBeLessThanOrEqual(Date.now());
    await eventually('forgotten', async () => (await node.state()).launches.length === 0);
  });

  it('[V1-LIFE-17] reports the last line of stderr for a worker that failed, and only then', async () => {
    const endOf = async (kind: LaunchKind, script: string) =>
      (await ended(owner, await offer({ kind, command: sh(script) }))).end;
    const end = { cause: 'exited', exitCode: 3 };
    const { Worker, Batch } = LaunchKind;
    const failing = 'echo first >&2; echo no topic >&2; exit 3';
    expect(await endOf(Worker, failing)).toEqual({ ...end, lastLine: 'no topic' });
    expect(await endOf(Worker, failing.replace('3', '0'))).toEqual({ ...end, exitCode: 0 });
    expect(await endOf(Batch, failing)).toEqual(end);
    // A link is not followed.
    expect(await endOf(Worker, 'ln -sf /etc/passwd stderr; exit 3')).toEqual(end);
  });

  it('gives the process its own environment and nothing of the service', async () => {
    const id = await offer({
      command: ['env'],
      environment: { GREETING: 'it\'s "$HOME"\nand more' },
      portVariables: ['SINK_PORT', 'METRICS_PORT'],
    });
    const row = await ended(owner, id);
    const text = await node.file(id, 'stdout');
    const names = [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name).sort();
    expect(names.filter((name) => !['PWD', 'OLDPWD', '_', 'SHLVL'].includes(name ?? ''))).toEqual([
      'BIND_ADDRESS',
      'GREETING',
      'HOME',
      'LANG',
      'METRICS_PORT',
      'PATH',
      'PORTOLAN_LAUNCH_ID',
      'PORTOLAN_NODE_DIR',
      'SINK_PORT',
    ]);
    expect(text).toContain('GREETING=it\'s "$HOME"\nand more\n');
    expect(text).toContain(`SINK_PORT=${row.snapshot?.ports.SINK_PORT}\n`);
    expect(row.snapshot?.ports.SINK_PORT).not.toBe(row.snapshot?.ports.METRICS_PORT);
  });

  it('shows its output while it runs', async () => {
    const id = await offer({ command: sh('echo first; sleep 60') });
    const files = `/internal/launches/${id}/files`;
    await eventually(
      'first line',
      async () => (await (await node.call(`${files}/stdout`)).text()) === 'first\n',
    );
    const head = await node.call(`${files}/stdout`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '6']);
    const part = await node.call(`${files}/stdout`, { headers: { range: 'bytes=-3' } });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      'st\n',
      'bytes 3-5/6',
    ]);
    expect((await node.call(`${files}/stdout`, { headers: { range: 'bytes=6-' } })).status).toBe(416);
    expect(await (await node.call(`${files}/`)).json()).toMatchObject({
      directories: [{ name: '.portolan/', size: 0 }],
      files: [
        { name: 'stderr', size: 0 },
        { name: 'stdout', size: 6 },
      ],
    });
    for (const outside of [
      '../control/state.json',
      '%2e%2e/control/state.json',
      '..%2fcontrol%2fstate.json',
      'no',
    ])
      expect((await node.call(`${files}/${outside}`)).status).toBe(404);
    await owner.launches.stop(id, 500);
    await ended(owner, id);
  });

  it('does not follow links that lead outside', async () => {
    const id = await offer({ command: sh('ln -s /etc/hostname link; ln -s / root; sleep 60') });
    await running(owner, id);
    await eventually('links', async () => (await node.file(id, 'link')).length > 0);
    for (const path of ['link', 'root/etc/hostname', 'root'])
      expect((await node.call(`/internal/launches/${id}/files/${path}`)).status).toBe(404);
    await owner.launches.stop(id, 0);
    await ended(owner, id);
  });

  it('ends by TERM when it is stopped', async () => {
    const id = await offer({ command: ['sleep', '60'] });
    await running(owner, id);
    await owner.launches.stop(id, 5000);
    const row = await ended(owner, id);
    expect(row.end).toEqual({ cause: 'stopped', reason: 'owner', exitCode: 143 });
  });

  it('reports the exit code of a process that handles TERM', async () => {
    const id = await offer({ command: sh("trap 'exit 0' TERM; echo up; while :; do sleep 0.05; done") });
    await eventually('trap is set', async () => (await node.file(id, 'stdout')) === 'up\n');
    await owner.launches.stop(id, 5000);
    expect((await ended(owner, id)).end).toEqual({ cause: 'stopped', reason: 'owner', exitCode: 0 });
  });

  it('is killed after the grace when it traps TERM', async () => {
    const id = await offer({ command: sh("trap '' TERM; echo up; while :; do sleep 0.05; done") });
    await eventually('trap is set', async () => (await node.file(id, 'stdout')) === 'up\n');
    await owner.launches.stop(id, 300);
    expect((await ended(owner, id)).end).toEqual({ cause: 'stopped', reason: 'owner', exitCode: 137 });
    expect(await processesOf(id)).toEqual([]);
  });

  it('ends processes that forked with setsid', async () => {
    const id = await offer({ command: sh('setsid sh -c \'trap "" TERM; echo $$; sleep 600\' & sleep 600') });
    await eventually('forked', async () => /^\d+\n$/.test(await node.file(id, 'stdout')));
    await owner.launches.stop(id, 300);
    await ended(owner, id);
    expect(await processesOf(id)).toEqual([]);
  });

  it('leaves no process behind when it ends by itself', async () => {
    const id = await offer({ command: sh('setsid sleep 600 & sleep 600 & exit 4') });
    expect((await ended(owner, id)).end).toEqual({ cause: 'exited', exitCode: 4 });
    expect(await processesOf(id)).toEqual([]);
  });

  it('ends at its time limit', async () => {
    const id = await offer({
      command: ['sleep', '60'],
      limits: { memoryMb: 1, killGraceMs: 1000, timeoutSeconds: 1 },
    });
    const row = await ended(owner, id);
    expect(row.end).toEqual({ cause: 'stopped', reason: 'timeout', exitCode: 143 });
    const { startedAt = 0, finishedAt = 0 } = row.snapshot ?? {};
    expect(finishedAt - startedAt).toBeGreaterThanOrEqual(990);
  });

  it('reports a missing program by exit code 127 and a line in stderr', async () => {
    const id = await offer({ command: ['no-such-program'] });
    expect((await ended(owner, id)).end).toEqual({ cause: 'exited', exitCode: 127 });
    expect(await node.file(id, 'stderr')).toContain('no-such-program');
  });

  it('does not start with a variable that is too long', async () => {
    const id = await offer({ command: ['true'], environment: { BIG: 'x'.repeat(140_000) } });
    expect((await ended(owner, id)).end).toMatchObject({
      cause: 'notStarted',
      failure: { code: 'startFailed', permanent: true, message: expect.stringContaining('BIG') as string },
    });
  });

  it('starts launches after its helper was killed, without affecting running ones', async () => {
    const helper = () => childrenOf(node.process?.pid ?? 0);
    const [before = 0] = helper();
    const id = await offer({ command: sh('sleep 3; exit 6') });
    await running(owner, id);
    process.kill(before, 'SIGKILL');
    await eventually('another helper is wanted only for the next launch', () => !helper().includes(before));
    const next = await offer({ command: ['true'] });
    expect((await ended(owner, next)).end).toEqual({ cause: 'exited', exitCode: 0 });
    expect((await ended(owner, id)).end).toEqual({ cause: 'exited', exitCode: 6 });
    expect(helper()).toHaveLength(1);
  });
});

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((entry) => entry?.parent === pid && !entry.zombie)
    .map((entry) => entry?.pid ?? 0);
