import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { launchEventsQueue } from '@portolan/launches';
import { Queues } from '@portolan/messaging';
import { ServiceLogger, TRACEPARENT_VARIABLE } from '@portolan/service';
import { snapshotOf, type LaunchRecord } from '../launches/launch-record';
import { NodeLaunchesService } from '../launches/node-launches.service';
import { NodeIdentity } from '../identity/node-identity';

/** Limit for which the end of a launch waits for a small archive, ms: one report then contains both. */
const ARCHIVE_WAIT_MS = 100;
const SOON_ARCHIVED_BYTES = 64 * 1024;

/** Reports launches to their owners: at once on a change, and again when the owner has not stored a report. */
@Injectable()
export class ReportsService implements BeforeApplicationShutdown {
  /** Time of each launch's last report, by the monotonic clock. */
  private readonly sentAt = new WeakMap<LaunchRecord, number>();
  private readonly stored = new WeakMap<LaunchRecord, number>();
  /** Ends whose report waits for their archive. */
  private readonly kept = new Map<LaunchRecord, NodeJS.Timeout>();

  constructor(
    launches: NodeLaunchesService,
    private readonly identity: NodeIdentity,
    private readonly queues: Queues,
    private readonly logger: ServiceLogger,
  ) {
    launches.changes.subscribe((record) => this.changed(record));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.kept.keys()].map((record) => this.again(record)));
  }

  /** Sends the latest snapshot. A failure is harmless: the next lease renewal shows that the report is missing. */
  async again(record: LaunchRecord): Promise<void> {
    const { launchId, owner } = record.offer;
    clearTimeout(this.kept.get(record));
    this.kept.delete(record);
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

  /** Tells whether the owner may not have stored the latest state; an ended launch is closed by being forgotten. */
  isOpen(record: LaunchRecord): boolean {
    return record.end !== undefined || (this.stored.get(record) ?? 0) < record.sequence;
  }

  /** Time since the launch was last reported, ms; infinite when this process never reported it. */
  ageOf(record: LaunchRecord): number {
    return performance.now() - (this.sentAt.get(record) ?? -Infinity);
  }

  private changed(record: LaunchRecord): void {
    if (!isSoonArchived(record)) return void this.again(record);
    this.sentAt.set(record, performance.now());
    const timer = setTimeout(() => void this.again(record), ARCHIVE_WAIT_MS);
    this.kept.set(record, timer);
  }
}

function isSoonArchived({ offer, end, archive }: LaunchRecord): boolean {
  if (!end || !offer.archive || archive) return false;
  return (end.stdoutBytes ?? 0) + (end.stderrBytes ?? 0) <= SOON_ARCHIVED_BYTES;
}
