import type { WorkerCounts } from './metrics';
import { sampleUsage } from './process-usage';
import { usageBetween, type ResourceUsage, type UsageLimits, type UsageSample } from './resource-usage';
import { WorkerState, type StatusPayload, type StatusReport } from './worker-status';

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
        data: JSON.stringify({
          onNextCount: counts.eventsIn,
          droppedCount: counts.eventsDropped + counts.inputDropped,
        }),
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
