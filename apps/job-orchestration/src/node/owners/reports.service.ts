import { Injectable } from '@nestjs/common';
import { launchEventsQueue } from '@portolan/launches';
import { Queues } from '@portolan/messaging';
import { ServiceLogger } from '@portolan/service';
import { snapshotOf, type LaunchRecord } from '../launches/launch-record';
import { NodeLaunches } from '../launches/node-launches.service';
import { NodeIdentity } from '../node-identity';

/** Tells owners how their launches are: at once on a change, and again when the owner has not got it. */
@Injectable()
export class ReportsService {
  /** When each launch was last reported, by the monotonic clock. */
  private readonly sentAt = new WeakMap<LaunchRecord, number>();
  private readonly stored = new WeakMap<LaunchRecord, number>();

  constructor(
    launches: NodeLaunches,
    private readonly identity: NodeIdentity,
    private readonly queues: Queues,
    private readonly logger: ServiceLogger,
  ) {
    launches.changes.subscribe((record) => void this.again(record));
  }

  /** Sends the latest snapshot. Failing is no harm: the journal has it, the lease tells what is missing. */
  async again(record: LaunchRecord): Promise<void> {
    const { launchId, owner } = record.offer;
    this.sentAt.set(record, performance.now());
    try {
      const snapshot = snapshotOf(record, this.identity);
      await this.queues.send(launchEventsQueue(owner), snapshot, { id: `${launchId}-${record.sequence}` });
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
}
