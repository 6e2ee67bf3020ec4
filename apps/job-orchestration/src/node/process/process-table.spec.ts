import { isAlive, parseStat, processesOf, readBootId, readProcess } from './process-table';

describe('processesOf', () => {
  const entry = (pid: number, parent: number, session: number, ...launchIds: string[]) => ({
    pid,
    parent,
    session,
    launchIds,
    startTicks: '1',
    zombie: false,
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
    expect(processesOf(table, 'mine', 10).sort()).toEqual([11, 12, 13, 14]);
    expect(processesOf(table, 'mine', undefined)).toEqual([12]);
    expect(processesOf(table, 'nobody', undefined)).toEqual([]);
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

  it('knows a zombie and refuses what is no line of the table', () => {
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

  it('knows a process from another one with its pid', () => {
    expect(isAlive(self)).toBe(true);
    expect(isAlive({ ...self, startTicks: '1' })).toBe(false);
    expect(isAlive({ ...self, bootId: 'another' })).toBe(false);
    expect(isAlive({ ...self, pid: 2 ** 22 + 1 })).toBe(false);
  });
});
