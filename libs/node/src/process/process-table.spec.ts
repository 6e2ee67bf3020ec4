import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { isAlive, parseStat, processesOf, readBootId, readProcess, signalLaunch } from './process-table';

describe('processesOf', () => {
  const entry = (pid: number, parent: number, session: number, ...launchIds: string[]) => ({
    uid: 1000,
    pid,
    parent,
    session,
    launchIds,
    startTicks: '1',
    zombie: false,
  });

  const mark = (launchId: string, ...sessions: number[]) => ({
    launchId,
    uid: 1000,
    otherSessions: new Set(sessions),
  });

  it('finds a launch by mark, session and descent, whatever the order; never its wrapper nor itself', () => {
    const table = [
      entry(14, 13, 14),
      entry(13, 11, 13),
      entry(10, 1, 10),
      entry(11, 10, 10),
      entry(12, 1, 12, 'other', 'mine'),
      entry(20, 1, 20, 'other'),
      entry(process.pid, 11, 10, 'mine'),
    ];
    expect(processesOf(table, 10, [], mark('mine')).sort()).toEqual([11, 12, 13, 14]);
    expect(processesOf(table, undefined, [], mark('mine'))).toEqual([12]);
    expect(processesOf(table, undefined, [], mark('nobody'))).toEqual([]);
  });

  it('ignores marked processes of another user or launch', () => {
    const table = [
      entry(10, 1, 10),
      entry(11, 10, 10, 'mine'),
      { ...entry(12, 1, 12, 'mine'), uid: 1001 },
      { ...entry(13, 1, 13, 'mine'), uid: undefined },
      entry(20, 1, 20),
      entry(21, 20, 20, 'other', 'mine'),
      entry(22, 21, 22, 'mine'),
      entry(30, 1, 30, 'mine'),
    ];
    expect(processesOf(table, 10, [], mark('mine', 20)).sort()).toEqual([11, 30]);
  });

  it('trusts a control group instead of marks', () => {
    const table = [
      entry(10, 1, 10),
      entry(11, 10, 10),
      entry(12, 1, 12),
      entry(13, 1, 13, 'mine'),
      entry(14, 12, 14),
    ];
    expect(processesOf(table, 10, [12, 15], undefined).sort()).toEqual([11, 12, 14, 15]);
  });
});

describe('parseStat', () => {
  const rest = 'S 1 7 7 0 -1 4194560 0 0 0 0 0 0 0 0 20 0 1 0 123456 0 0';

  it('reads a name with blanks and brackets', () => {
    expect(parseStat(`42 (a) R 1 (b c)) ${rest}`)).toEqual({
      pid: 42,
      parent: 1,
      session: 7,
      startTicks: '123456',
      zombie: false,
    });
  });

  it('recognizes a zombie and refuses other text', () => {
    expect(parseStat(`42 (sh) ${rest.replace('S', 'Z')}`)?.zombie).toBe(true);
    expect(parseStat('nothing')).toBeUndefined();
  });
});

describe('isAlive', () => {
  const self = {
    pid: process.pid,
    startTicks: readProcess(process.pid)?.startTicks ?? '',
    bootId: readBootId(),
  };

  it('distinguishes a process from another one with its pid', () => {
    expect(isAlive(self)).toBe(true);
    expect(isAlive({ ...self, startTicks: '1' })).toBe(false);
    expect(isAlive({ ...self, bootId: 'another' })).toBe(false);
    expect(isAlive({ ...self, pid: 2 ** 22 + 1 })).toBe(false);
  });
});

describe('signalLaunch', () => {
  const children: ChildProcess[] = [];
  const start = (...script: string[]): ChildProcess => {
    const child = spawn('sh', ['-c', ...script], { stdio: 'ignore' });
    children.push(child);
    return child;
  };
  afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

  it('signals the processes of the group before the process table has been read', async () => {
    const child = start('exec sleep 60');
    const ended = once(child, 'exit');
    await signalLaunch('SIGTERM', [child.pid ?? 0], async () => {
      expect(await ended).toEqual([null, 'SIGTERM']);
      return [];
    });
    expect(child.signalCode).toBe('SIGTERM');
  });

  it('signals those that only the process table shows, too', async () => {
    const other = start('exec sleep 60');
    const ended = once(other, 'exit');
    await signalLaunch('SIGTERM', [], () => Promise.resolve([other.pid ?? 0]));
    expect(await ended).toEqual([null, 'SIGTERM']);
  });
});
