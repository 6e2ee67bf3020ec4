import { readFileSync } from 'node:fs';
import { cpuSecondsFrom, memoryFrom, type UsageSample } from './resource-usage';

/** Reads this process's usage from /proc; elsewhere from Node.js, which knows less (no file-backed part). */
export function sampleUsage(networkBytes: number): UsageSample {
  const at = performance.now();
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    return {
      at,
      networkBytes,
      cpuSeconds: cpuSecondsFrom(readFileSync('/proc/self/stat', 'utf8')),
      memoryMB: memoryFrom(status, 'VmRSS'),
      fileMemoryMB: memoryFrom(status, 'RssFile'),
      peakMemoryMB: memoryFrom(status, 'VmHWM'),
    };
  } catch {
    const { user, system } = process.cpuUsage();
    const memoryMB = process.memoryUsage.rss() / 2 ** 20;
    const peakMemoryMB = process.resourceUsage().maxRSS / 1024;
    return { at, networkBytes, cpuSeconds: (user + system) / 1e6, memoryMB, fileMemoryMB: 0, peakMemoryMB };
  }
}
