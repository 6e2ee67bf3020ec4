import { Module, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import type { ClassConstructor } from 'class-transformer';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { ServiceConfig } from './config/service-config';
import { HealthController } from './health/health.controller';
import { Readiness } from './health/readiness';
import { Transactions } from './database/transactions';
import { InternalAddress } from './internal/internal-address';
import { InternalClient } from './internal/internal-client';
import { InternalTokenGuard } from './internal/internal-token.guard';
import { ServiceLogger } from './logging/logger';
import { Metrics } from './metrics/metrics';
import { MetricsController } from './metrics/metrics.controller';

/** What every service has: configuration, logger, health, metrics, the client for `/internal`. */
@Module({})
export class ServiceModule implements OnModuleInit {
  static forRoot<C extends ServiceConfig>(
    type: ClassConstructor<C>,
    config: C,
    logger: Logger,
  ): DynamicModule {
    const own = [
      { provide: ServiceConfig, useValue: config },
      { provide: type, useValue: config },
      { provide: ServiceLogger, useValue: logger },
      { provide: InternalClient, useFactory: () => new InternalClient(config.INTERNAL_TOKEN) },
      InternalAddress,
      Transactions,
      Readiness,
      Metrics,
      InternalTokenGuard,
    ];
    return {
      module: ServiceModule,
      global: true,
      controllers: [HealthController, MetricsController],
      providers: own,
      exports: own,
    };
  }

  constructor(
    private readonly readiness: Readiness,
    private readonly database: DataSource,
    private readonly signals: Signals,
  ) {}

  onModuleInit(): void {
    this.readiness.add('database', async () => void (await this.database.query('SELECT 1')));
    this.readiness.add('redis', () => this.signals.ping());
  }
}
