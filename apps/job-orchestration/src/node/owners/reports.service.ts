import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { launchEventsQueue } from '@portolan/launches';
import { Queues } from '@portolan/messaging';
import { ServiceLogger, TRACEPARENT_VARIABLE } from '@portolan/service';
import { snapshotOf, type LaunchRecord } from '../launches/launch-record';
import { NodeLaunches } from '../launches/node-launches.service';
import { NodeIdentity } from '../node-identity';

/** The end of a launch waits so long at the most for an archive that is soon made: one report then tells both, ms. */
const ARCHIVE_WAIT_MS = 100;
/** What an output may have for that, bytes. */
const SOON_ARCHIVED_BYTES = 64 * 1024;

/** Tells owners how their launches are: at once on a change, and again when the owner has not got it. */
@Injectable()
export class ReportsService implements BeforeApplicationShutdown {
  /** When each launch was last reported, by the monotonic clock. */
  private readonly sentAt = new WeakMap<LaunchRecord, number>();
  private readonly stored = new WeakMap<LaunchRecord, number>();
  /** Ends that wait for their archive. */
  private readonly kept = new Map<LaunchRecord, NodeJS.Timeout>();

  constructor(
    launches: NodeLaunches,
    private readonly identity: NodeIdentity,
    private readonly queues: Queues,
    private readonly logger: ServiceLogger,
  ) {
    launches.changes.subscribe((record) => this.changed(record));
  }

  /** What waits is sent now. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.kept.keys()].map((record) => this.again(record)));
  }

  /** Sends the latest snapshot. Failing is no harm: the journal has it, the lease tells what is missing. */
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
      this.logger.info({ err: error, launchId }, 'report not sent, it will be sent again');
    }
  }

  /** The owner said what it has of a launch; what it lacks of what was there when it was asked is sent again. */
  async confirm(record: LaunchRecord, storedSequence: number, sequenceWhenAsked: number): Promise<void> {
    this.stored.set(record, storedSequence);
    if (storedSequence < sequenceWhenAsked) await this.again(record);
  }

  /** Tells whether the owner may not know the latest yet; an ended launch is closed by being forgotten. */
  isOpen(record: LaunchRecord): boolean {
    return record.end !== undefined || (this.stored.get(record) ?? 0) < record.sequence;
  }

  /** How long ago the launch was reported, ms; infinite when this process never did. */
  ageOf(record: LaunchRecord): number {
    return performance.now() - (this.sentAt.get(record) ?? -Infinity);
  }

  private changed(record: LaunchRecord): void {
    if (!isSoonArchived(record)) {
      void this.again(record);
      return;
    }
    this.sentAt.set(record, performance.now());
    this.kept.set(
      record,
      setTimeout(() => void this.again(record), ARCHIVE_WAIT_MS),
    );
  }
}

/** Tells whether a launch that is over has an archive to come that takes no time to speak of. */
function isSoonArchived({ offer, end, archive }: LaunchRecord): boolean {
  if (!end || !offer.archive || archive) return false;
  return (end.stdoutBytes ?? 0) + (end.stderrBytes ?? 0) <= SOON_ARCHIVED_BYTES;
}
