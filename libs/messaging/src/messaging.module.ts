import { Module, type BeforeApplicationShutdown, type DynamicModule } from '@nestjs/common';
import { Queues } from './queues';
import type { QueuesOptions } from './queues-options';
import { Signals } from './signals';

/** Closes consumers while database and HTTP still stand, so that what is in hand can be finished. */
class MessagingShutdown implements BeforeApplicationShutdown {
  constructor(
    private readonly queues: Queues,
    private readonly signals: Signals,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await this.queues.close();
    this.signals.close();
  }
}

/** Provides {@link Queues} and {@link Signals} to the whole application. */
@Module({})
export class MessagingModule {
  static forRoot(options: QueuesOptions): DynamicModule {
    return {
      module: MessagingModule,
      global: true,
      providers: [
        { provide: Queues, useFactory: () => new Queues(options) },
        {
          provide: Signals,
          useFactory: () =>
            new Signals(
              options.redis,
              options.prefix,
              (error) => options.onError(error, 'signals'),
              options.observer,
            ),
        },
        {
          provide: MessagingShutdown,
          useFactory: (queues: Queues, signals: Signals) => new MessagingShutdown(queues, signals),
          inject: [Queues, Signals],
        },
      ],
      exports: [Queues, Signals],
    };
  }
}
