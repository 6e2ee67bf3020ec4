import { setTimeout as delay } from 'node:timers/promises';
import { ProcessScan } from './process-scan';
import type { MarkedProcess } from './process-table';

/** Reads that take 30 ms; the length of each table identifies its start. */
function slowReads() {
  const began: number[] = [];
  let atOnce = 0;
  let most = 0;
  const scan = new ProcessScan(async () => {
    began.push(performance.now());
    const count = began.length;
    most = Math.max(most, ++atOnce);
    await delay(30);
    atOnce--;
    return Array.from({ length: count }, () => ({}) as MarkedProcess);
  });
  return { scan, began, most: () => most };
}

describe('ProcessScan', () => {
  it('scans once for all callers before its start', async () => {
    const { scan, began } = slowReads();
    const tables = await Promise.all(Array.from({ length: 100 }, () => scan.look()));
    expect(began).toHaveLength(1);
    expect(new Set(tables).size).toBe(1);
  });

  it('returns no scan that started before the call, and pauses between scans', async () => {
    const { scan, began, most } = slowReads();
    const first = scan.look();
    await delay(10);
    const later = [scan.look(), scan.look()];
    expect([(await first).length, (await later[0])?.length, (await later[1])?.length]).toEqual([1, 2, 2]);
    await scan.look();
    const pauses = began.slice(1).map((time, index) => time - (began[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThan(45);
    expect(most()).toBe(1);
  });

  it('continues after a failed scan', async () => {
    let failing = true;
    const scan = new ProcessScan(() => (failing ? Promise.reject(new Error('EMFILE')) : Promise.resolve([])));
    await expect(scan.look()).rejects.toThrow('EMFILE');
    failing = false;
    expect(await scan.look()).toEqual([]);
  });
});
