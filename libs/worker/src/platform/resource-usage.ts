import { existsSync, readFileSync } from 'node:fs';

/** One reading of a process and its transports. */
export interface UsageSample {
  /** ms of a steady clock. */
  readonly at: number;
  /** CPU time used since the process began, in seconds. */
  readonly cpuSeconds: number;
  /** Resident memory and the part of it that is backed by files, in MB (2^20). */
  readonly memoryMB: number;
  readonly fileMemoryMB: number;
  /** Peak resident memory. */
  readonly peakMemoryMB: number;
  /** Bytes that the transports read and wrote since the process began. */
  readonly networkBytes: number;
}

/** Limits of the worker from its machine definition; undefined when not given. */
export interface UsageLimits {
  readonly cpuCores?: number | undefined;
  readonly memoryMB?: number | undefined;
}

const STATUS = '/proc/self/status';

/** Returns a size in MB from `/proc/<pid>/status`; 0 when the kernel does not report it. */
export const memoryFrom = (status: string, field: 'VmHWM' | 'RssFile'): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024;

/** Samples this process's usage. Elsewhere than on Linux the file-backed part is unknown, and the peak is the current size. */
export function sampleUsage(networkBytes: number): UsageSample {
  const status = existsSync(STATUS) ? readFileSync(STATUS, 'utf8') : '';
  const { user, system } = process.cpuUsage();
  const memoryMB = process.memoryUsage.rss() / 2 ** 20;
  return {
    at: performance.now(),
    networkBytes,
    cpuSeconds: (user + system) / 1e6,
    memoryMB,
    fileMemoryMB: memoryFrom(status, 'RssFile'),
    peakMemoryMB: Math.max(memoryMB, memoryFrom(status, 'VmHWM')),
  };
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

/** The peaks until an earlier heartbeat. */
export type UsagePeaks = Readonly<Record<'cpuUsagePeak' | 'memCachePeak' | 'nwBytesPeak', number>>;

/**
 * Returns the `ResourceUsage` of a heartbeat (docs/writing-a-job.md#what-a-worker-process-sees). CPU in cores, memory in MB,
 * network in bytes per second. "Current" is since the previous heartbeat, peaks carry over; a limit of 0 is unknown.
 */
export function usageBetween(
  before: UsageSample,
  now: UsageSample,
  limits: UsageLimits,
  earlier?: UsagePeaks,
) {
  const seconds = Math.max((now.at - before.at) / 1000, 0.001);
  const cpu = rounded(Math.max(0, now.cpuSeconds - before.cpuSeconds) / seconds, 3);
  const memory = rounded(now.memoryMB, 1);
  const cache = rounded(now.fileMemoryMB, 1);
  const network = Math.round(Math.max(0, now.networkBytes - before.networkBytes) / seconds);
  return {
    cpuLimit: limits.cpuCores ?? 0,
    cpuUsageCurrent: cpu,
    cpuUsagePeak: Math.max(cpu, earlier?.cpuUsagePeak ?? 0),
    memLimit: limits.memoryMB ?? 0,
    memCacheCurrent: cache,
    memCachePeak: Math.max(cache, earlier?.memCachePeak ?? 0),
    totMemUsageCurrent: memory,
    totMemUsagePeak: rounded(now.peakMemoryMB, 1),
    nwBytesCurrent: network,
    nwBytesPeak: Math.max(network, earlier?.nwBytesPeak ?? 0),
  };
}
