import { Module, type DynamicModule, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import type { ClassConstructor } from '@portolan/validation';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { AuditLog } from './audit/audit-log';
import { authProviders } from './auth/auth.providers';
import { OwnTokens } from './auth/own/own-tokens';
import { ServiceConfig } from './config/service-config';
import { HealthController } from './health/health.controller';
import { Readiness } from './health/readiness';
import { DatabaseMetricsService } from './database/database-metrics.service';
import { DirectReads } from './database/direct-reads';
import { Transactions } from './database/transactions';
import { InternalAddress, InternalClient } from './internal/internal-client';
import { InternalTokenGuard } from './internal/internal-token.guard';
import { ServiceLogger } from './logging/logger';
import { Metrics } from './metrics/metrics';
import { MetricsController } from './metrics/metrics.controller';
import { UpgradeRates } from './limits/rate-limits';
import { PeriodicTasks } from './timers/periodic-tasks';
import { Retention } from './timers/retention';
import { Tracing } from './tracing/tracing';

/** The parts of every service: configuration, logger, health, metrics, the client for `/internal`. */
@Module({})
export class ServiceModule implements OnModuleInit, OnApplicationShutdown {
  static forRoot<C extends ServiceConfig>(
    type: ClassConstructor<C>,
    config: C,
    logger: Logger,
    tracing: Tracing,
    metrics: Metrics,
    service: string,
  ): DynamicModule {
    const own = [
      { provide: ServiceConfig, useValue: config },
      { provide: type, useValue: config },
      { provide: ServiceLogger, useValue: logger },
      { provide: Tracing, useValue: tracing },
      {
        provide: InternalClient,
        useFactory: (tokens: OwnTokens) =>
          new InternalClient(config.INTERNAL_TOKEN, tracing, () => tokens.forService(service)),
        inject: [OwnTokens],
      },
      ...authProviders(config),
      InternalAddress,
      Transactions,
      Readiness,
      PeriodicTasks,
      Retention,
      { provide: Metrics, useValue: metrics },
      { provide: AuditLog, useValue: new AuditLog(service, config) },
      { provide: UpgradeRates, useValue: new UpgradeRates(config) },
      DatabaseMetricsService,
      DirectReads,
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
    private readonly tracing: Tracing,
  ) {}

  /** Tracing closes last, because spans still end during shutdown. */
  onApplicationShutdown(): Promise<void> {
    return this.tracing.close();
  }

  onModuleInit(): void {
    this.readiness.add('database', async () => void (await this.database.query('SELECT 1')));
    this.readiness.add('redis', () => this.signals.ping());
  }
}
