import { Module, type DynamicModule } from '@nestjs/common';
import { QueueHandlers, type CatalogueEntry } from './queue-handlers';
import { Queues } from './queues';
import type { QueuesOptions } from './queues-options';
import { Signals } from './signals';

/**
 * Provides {@link Queues}, {@link QueueHandlers} and {@link Signals}. They close last, because periodic work still sends messages
 * during shutdown.
 */
@Module({})
export class MessagingModule {
  /** @param catalogue every queue of the service */
  static forRoot(options: QueuesOptions, catalogue: readonly CatalogueEntry[] = []): DynamicModule {
    const providers = [
      { provide: Queues, useFactory: () => new Queues(options) },
      { provide: QueueHandlers, useFactory: () => new QueueHandlers(options, catalogue) },
      { provide: Signals, useFactory: () => new Signals(options) },
    ];
    return { module: MessagingModule, global: true, providers, exports: providers };
  }
}
