import { Injectable } from '@nestjs/common';
import { launchEventsQueue } from '@portolan/launches';
import { Queues } from '@portolan/messaging';
import { ServiceLogger, TRACEPARENT_VARIABLE } from '@portolan/service';
import { snapshotOf, type LaunchRecord } from '../launches/launch-record';
import { NodeLaunchesService } from '../launches/node-launches.service';
import { NodeIdentity } from '../identity/node-identity';

/** Reports launches to their owners: at once on a change, and again when the owner has not stored a report. */
@Injectable()
export class ReportsService {
  /** Time of each launch's last report, by the monotonic clock. */
  private readonly sentAt = new WeakMap<LaunchRecord, number>();
  private readonly stored = new WeakMap<LaunchRecord, number>();

  constructor(
    launches: NodeLaunchesService,
    private readonly identity: NodeIdentity,
    private readonly queues: Queues,
    private readonly logger: ServiceLogger,
  ) {
    launches.changes.subscribe((record) => void this.again(record));
  }

  /** Sends the latest snapshot. A failure is harmless: the next lease renewal shows that the report is missing. */
  async again(record: LaunchRecord): Promise<void> {
    const { launchId, owner } = record.offer;
    this.sentAt.set(record, performance.now());
    try {
      const snapshot = snapshotOf(record, this.identity);
      await this.queues.send(launchEventsQueue(owner), snapshot, {
        id: `${launchId}-${record.sequence}`,
        traceparent: record.offer.environment[TRACEPARENT_VARIABLE],
      });
    } catch (error) {
      this.logger.info({ err: error, launchId }, 'report not sent; it will be sent again');
    }
  }

  /** Compares a launch with the sequence that its owner has stored, and repeats a missing report. */
  async confirm(record: LaunchRecord, storedSequence: number, sequenceWhenAsked: number): Promise<void> {
    this.stored.set(record, storedSequence);
    if (storedSequence < sequenceWhenAsked) await this.again(record);
  }

  /** Reports whether the owner may not have stored the latest state; an ended launch is closed by being forgotten. */
  isOpen(record: LaunchRecord): boolean {
    return record.end !== undefined || (this.stored.get(record) ?? 0) < record.sequence;
  }

  /** Returns the time since the launch was last reported, ms; infinite when this process never reported it. */
  ageOf(record: LaunchRecord): number {
    return performance.now() - (this.sentAt.get(record) ?? -Infinity);
  }
}
