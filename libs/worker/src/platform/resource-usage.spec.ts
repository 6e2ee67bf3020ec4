import { memoryFrom, sampleUsage, usageBetween, type UsageSample } from './resource-usage';

const STATUS =
  'Name:\tnode\nVmHWM:\t   61440 kB\nVmRSS:\t   51200 kB\nRssAnon:\t   30720 kB\nRssFile:\t   20480 kB\n';

describe('the usage of a process', () => {
  it('is that of the process itself', () => {
    const { cpuSeconds, memoryMB, fileMemoryMB, peakMemoryMB } = sampleUsage(0);
    expect(cpuSeconds).toBeGreaterThan(0);
    expect(fileMemoryMB).toBeGreaterThan(0);
    expect(memoryMB).toBeGreaterThan(fileMemoryMB);
    expect(peakMemoryMB).toBeGreaterThanOrEqual(memoryMB);
  });

  it('finds memory sizes in MB, 0 for missing ones', () => {
    expect([memoryFrom(STATUS, 'VmHWM'), memoryFrom(STATUS, 'RssFile')]).toEqual([60, 20]);
    expect(memoryFrom('', 'RssFile')).toBe(0);
  });
});

describe('usageBetween', () => {
  const sample = (at: number, cpuSeconds: number, networkBytes: number, memoryMB = 50): UsageSample => ({
    at,
    cpuSeconds,
    networkBytes,
    memoryMB,
    fileMemoryMB: 20,
    peakMemoryMB: 60,
  });

  it('is cores, MB and bytes per second since the previous reading', () => {
    const usage = usageBetween(sample(1000, 1, 500), sample(3000, 2, 4500), { cpuCores: 2, memoryMB: 512 });
    expect(usage).toMatchObject({ cpuLimit: 2, cpuUsageCurrent: 0.5, memLimit: 512, nwBytesCurrent: 2000 });
    expect(usage).toMatchObject({ totMemUsageCurrent: 50, totMemUsagePeak: 60, memCacheCurrent: 20 });
  });

  it('keeps the peaks', () => {
    const limits = { cpuCores: undefined, memoryMB: undefined };
    const busy = usageBetween(sample(0, 0, 0), sample(1000, 1, 9000), limits);
    const calm = usageBetween(sample(1000, 1, 9000), sample(2000, 1.1, 9100), limits, busy);
    expect(calm).toMatchObject({ cpuLimit: 0, cpuUsageCurrent: 0.1, cpuUsagePeak: 1, nwBytesPeak: 9000 });
  });
});
