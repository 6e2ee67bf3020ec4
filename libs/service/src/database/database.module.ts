import { Module, type DynamicModule, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ServiceConfig } from '../config/service-config';
import { databaseTarget } from '../config/targets';
import { ServiceLogger } from '../logging/logger';
import { dataSourceOptions, type DatabaseSettings } from './data-source-options';
import { SilenceGuard } from './silence-guard';

/** How often a starting service asks for its database, once a second, before it gives up. */
const START_ATTEMPTS = 120;

/** The service's own database, injectable as `DataSource` and by repositories of `entities`. */
@Module({})
export class DatabaseModule implements OnModuleInit, OnApplicationShutdown {
  private guard: SilenceGuard | undefined;

  constructor(
    private readonly source: DataSource,
    private readonly logger: ServiceLogger,
  ) {}

  static forRoot(entities: NonNullable<DatabaseSettings['entities']>): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [ServiceConfig],
          useFactory: (config: ServiceConfig) => ({
            ...dataSourceOptions({
              ...databaseTarget(config),
              poolSize: config.DATABASE_POOL_SIZE,
              entities,
            }),
            retryAttempts: START_ATTEMPTS,
            retryDelay: 1000,
          }),
        }),
      ],
    };
  }

  onModuleInit(): void {
    this.guard = new SilenceGuard(this.source, (silent) =>
      this.logger.warn(silent ? 'the database does not answer' : 'the database answers again'),
    );
  }

  onApplicationShutdown(): void {
    this.guard?.stop();
  }
}
