/** One reading of a process and its transports. */
export interface UsageSample {
  /** ms of a steady clock. */
  readonly at: number;
  /** CPU time used since the process began, in seconds. */
  readonly cpuSeconds: number;
  /** Resident memory and the part of it that is backed by files, in MB (2^20). */
  readonly memoryMB: number;
  readonly fileMemoryMB: number;
  /** The most memory that was ever resident. */
  readonly peakMemoryMB: number;
  /** Bytes that the transports read and wrote since the process began. */
  readonly networkBytes: number;
}

/** Limits of the worker from its machine definition; undefined when not given. */
export interface UsageLimits {
  readonly cpuCores: number | undefined;
  readonly memoryMB: number | undefined;
}

/**
 * `ResourceUsage` of a heartbeat, field names as in reference: streams §8. CPU in cores, memory in MB, network in bytes
 * per second; "current" is since the heartbeat before, a limit of 0 is unknown.
 */
export interface ResourceUsage {
  readonly cpuLimit: number;
  readonly cpuUsageCurrent: number;
  readonly cpuUsagePeak: number;
  readonly memLimit: number;
  readonly memCacheCurrent: number;
  readonly memCachePeak: number;
  readonly totMemUsageCurrent: number;
  readonly totMemUsagePeak: number;
  readonly nwBytesCurrent: number;
  readonly nwBytesPeak: number;
}

/** Kernel clock ticks in a second: USER_HZ, 100 on every Linux that Node.js runs on. */
const TICKS = 100;

/** CPU seconds (user and system) from `/proc/<pid>/stat`; the command name in it may hold spaces and brackets. */
export function cpuSecondsFrom(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** A size in MB from `/proc/<pid>/status`; 0 when the kernel does not tell it. */
export function memoryFrom(status: string, field: 'VmRSS' | 'VmHWM' | 'RssFile'): number {
  const match = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status);
  return match ? Number(match[1]) / 1024 : 0;
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

/** The usage between two readings; peaks carry over from `earlier`. */
export function usageBetween(
  before: UsageSample,
  now: UsageSample,
  limits: UsageLimits,
  earlier?: ResourceUsage,
): ResourceUsage {
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
