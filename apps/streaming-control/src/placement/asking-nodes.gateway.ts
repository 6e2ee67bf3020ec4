import { Injectable } from '@nestjs/common';
import { launchesQueue } from '@portolan/launches';
import { Queues } from '@portolan/messaging';
import { ServiceLogger } from '@portolan/service';

/** Which agent clusters have nodes that ask for work: they listen to its queue of launches. */
@Injectable()
export class AskingNodes {
  constructor(
    private readonly queues: Queues,
    private readonly logger: ServiceLogger,
  ) {}

  /** Those of `names`; none when Redis does not tell: workers are offered then as if they wished nothing. */
  async of(names: Iterable<string>): Promise<ReadonlySet<string>> {
    try {
      const counts = await Promise.all(
        [...new Set(names)].map(async (name): Promise<[string, number]> => {
          return [name, await this.queues.listeners(launchesQueue(name))];
        }),
      );
      return new Set(counts.filter(([, count]) => count > 0).map(([name]) => name));
    } catch (error) {
      this.logger.warn({ err: error }, 'Redis does not tell which agent clusters have nodes');
      return new Set();
    }
  }
}
