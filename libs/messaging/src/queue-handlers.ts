import type { BeforeApplicationShutdown, OnApplicationBootstrap, OnModuleInit } from '@nestjs/common';
import { QueueConsumer, type ConsumerOptions } from './queue-consumer';
import type { Delivery, QueueDefinition } from './queue-definition';
import type { QueuesOptions } from './queues-options';

export interface CatalogueEntry {
  readonly queue: { readonly name: string };
  /** The processes that consume the queue: `role controller`. */
  readonly consumers: string;
  /** True in a process that consumes the queue: it has exactly one handler. Every other process has none. */
  readonly here: boolean;
}

/**
 * The queue handlers of a process, from bootstrap to shutdown. The process starts only with exactly the handlers
 * that the catalogue requires.
 */
export class QueueHandlers implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly consumers: Pick<QueueConsumer, 'queue' | 'how' | 'start' | 'close'>[] = [];

  constructor(
    private readonly options: QueuesOptions,
    private readonly catalogue: readonly CatalogueEntry[],
  ) {}

  /** Registers the handler of a queue; call it in the constructor of the service that does the work. */
  handle<T extends object>(
    queue: QueueDefinition<T>,
    handler: (delivery: Delivery<T>) => Promise<void>,
    how: ConsumerOptions = {},
  ): QueueConsumer<T> {
    const consumer = new QueueConsumer(this.options, queue, handler, how);
    this.consumers.push(consumer);
    return consumer;
  }

  /** @throws Error when a queue does not have the handlers that the catalogue demands */
  onModuleInit(): void {
    const handled = this.consumers.map(({ queue }) => queue.name);
    const demanded = new Map(this.catalogue.map((entry) => [entry.queue.name, entry]));
    for (const name of new Set([...demanded.keys(), ...handled])) {
      const { here = false, consumers = 'nothing in the catalogue of queues' } = demanded.get(name) ?? {};
      const count = handled.filter((one) => one === name).length;
      if (count !== Number(here))
        throw new Error(
          `the queue ${name} has ${count} handlers in this process instead of ${Number(here)}: it is consumed by ${consumers}`,
        );
    }
  }

  onApplicationBootstrap(): void {
    for (const consumer of this.consumers) if (!consumer.how.manualStart) consumer.start();
  }

  /** Closes consumers while database and HTTP server are still open, so that messages in progress can be finished. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.consumers.map((consumer) => consumer.close()));
  }
}
