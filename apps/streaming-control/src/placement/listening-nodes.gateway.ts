import { Injectable } from '@nestjs/common';
import { launchesQueue } from '@portolan/launches';
import { Queues } from '@portolan/messaging';
import { ServiceLogger } from '@portolan/service';

/** Finds the agent clusters whose nodes request work: they listen to the queue of launches. */
@Injectable()
export class ListeningNodesGateway {
  constructor(
    private readonly queues: Queues,
    private readonly logger: ServiceLogger,
  ) {}

  /** Returns the `names` whose nodes request work; none while Redis is unavailable, so that soft constraints are ignored. */
  async of(names: Iterable<string>): Promise<ReadonlySet<string>> {
    try {
      const unique = [...new Set(names)];
      const counts = await Promise.all(unique.map((name) => this.queues.listeners(launchesQueue(name))));
      return new Set(unique.filter((_, index) => (counts[index] ?? 0) > 0));
    } catch (err) {
      this.logger.warn({ err }, 'Redis did not report which agent clusters have nodes');
      return new Set();
    }
  }
}
