import { readFileSync } from 'node:fs';
import type { WorkerCounts } from './metrics';
import {
  cpuSecondsFrom,
  memoryFrom,
  usageBetween,
  type ResourceUsage,
  type UsageLimits,
  type UsageSample,
} from './resource-usage';
import { WorkerState, type StatusPayload, type StatusReport } from './worker-status';

/** Reads this process's usage from /proc; elsewhere from Node.js, which knows less (no file-backed part). */
function sampleUsage(networkBytes: number): UsageSample {
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

/** Makes the heartbeats of one worker (reference: streams §8). */
export class Heartbeat {
  private last: UsageSample;
  private usage: ResourceUsage | undefined;

  /** @param isSink only the last stage knows about subscribers; the others say nothing about them */
  constructor(
    private readonly isSink: boolean,
    private readonly limits: UsageLimits,
    private readonly counts: () => WorkerCounts,
  ) {
    this.last = this.sample();
  }

  next(): StatusReport {
    const counts = this.counts();
    const now = this.sample();
    this.usage = usageBetween(this.last, now, this.limits, this.usage);
    this.last = now;
    const payloads: StatusPayload[] = [
      {
        type: 'IncomingDataDrop',
        data: JSON.stringify({ onNextCount: counts.eventsIn, droppedCount: counts.eventsDropped }),
      },
      { type: 'ResourceUsage', data: JSON.stringify(this.usage) },
    ];
    if (this.isSink) payloads.unshift({ type: 'SubscriptionState', data: String(counts.clients > 0) });
    return { type: 'HEARTBEAT', state: WorkerState.Noop, message: 'heartbeat', payloads };
  }

  private sample(): UsageSample {
    const { bytesRead, bytesWritten } = this.counts();
    return sampleUsage(bytesRead + bytesWritten);
  }
}
