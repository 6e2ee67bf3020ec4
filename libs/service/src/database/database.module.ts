import {
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type MigrationInterface } from 'typeorm';
import { ServiceConfig } from '../config/service-config';
import { databaseTarget } from '../config/targets';
import { Readiness } from '../health/readiness';
import { ServiceLogger } from '../logging/logger';
import { dataSourceOptions, type DatabaseSettings } from './data-source-options';
import { pendingMigrations } from './pending-migrations';
import { SilenceGuard } from './silence-guard';

/** How often a starting service asks for its database, once a second, before it gives up. */
const START_ATTEMPTS = 120;

type Migrations = readonly (new () => MigrationInterface)[];

/** The migrations that the service knows. */
const MIGRATIONS = Symbol('migrations');

/**
 * The service's own database, injectable as `DataSource` and by repositories of `entities`. The service is not ready before
 * the database has seen its migrations: whoever sends requests sooner would have them fail on an older schema.
 */
@Module({})
export class DatabaseModule implements OnModuleInit, OnApplicationShutdown {
  private guard: SilenceGuard | undefined;
  private migrated = false;

  constructor(
    private readonly source: DataSource,
    private readonly logger: ServiceLogger,
    private readonly readiness: Readiness,
    @Inject(MIGRATIONS) private readonly migrations: Migrations,
  ) {}

  static forRoot(entities: NonNullable<DatabaseSettings['entities']>, migrations: Migrations): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [{ provide: MIGRATIONS, useValue: migrations }],
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
    this.readiness.add('migrations', () => this.areMigrationsDone());
  }

  /** Asked until it is so: migrations are not taken back under a release that needs them. */
  private async areMigrationsDone(): Promise<void> {
    if (this.migrated) return;
    const pending = await pendingMigrations(this.source, this.migrations);
    if (pending.length > 0) throw new Error(`waits for ${pending.join(', ')}`);
    this.migrated = true;
  }

  onApplicationShutdown(): void {
    this.guard?.stop();
  }
}
