import { KernelThreads } from './kernel-threads';

describe('kernel threads', () => {
  const at = { pid: 100, ms: 0 };
  const threads = new KernelThreads(
    () => at.pid,
    () => at.ms,
  );
  const look = (pid: number, ms: number): void => {
    Object.assign(at, { pid, ms });
    threads.begin();
  };

  it('are recognized in the next scan, unless their pid may have been reassigned', () => {
    look(100, 0);
    for (const pid of ['7', '90', '150']) threads.note(pid, 2);
    threads.note('8', 1);
    look(120, 100);
    expect(['7', '8', '90', '150'].filter((pid) => threads.has(pid))).toEqual(['7', '90', '150']);
    look(160, 200);
    expect(['7', '90', '150'].filter((pid) => threads.has(pid))).toEqual(['7', '90']);
    // The kernel has wrapped around to low numbers.
    look(20, 300);
    expect(['7', '90'].filter((pid) => threads.has(pid))).toEqual(['90']);
    look(21, 900);
    expect(threads.has('90')).toBe(false);
  });
});
