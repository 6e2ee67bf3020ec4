import { Inject, Module, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type MigrationInterface } from 'typeorm';
import { ServiceConfig } from '../config/service-config';
import { databaseTarget } from '../config/load-config';
import { Readiness } from '../health/readiness';
import { ServiceLogger } from '../logging/logger';
import { dataSourceOptions, type DatabaseSettings } from './data-source-options';
import { poolOf } from './guarded-pool';
import { pendingMigrations } from './migrate';

/** Number of connection attempts, one per second, before a starting service fails. */
const START_ATTEMPTS = 120;

type Migrations = readonly (new () => MigrationInterface)[];

const MIGRATIONS = Symbol('migrations');

/**
 * The service's database: `DataSource` and repositories of `entities`. The service is not ready before its database has the
 * migrations: requests would fail on an older schema.
 */
@Module({})
export class DatabaseModule implements OnModuleInit {
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
          useFactory: (config: ServiceConfig) => {
            const settings = { ...databaseTarget(config), poolSize: config.DATABASE_POOL_SIZE, entities };
            return { ...dataSourceOptions(settings), retryAttempts: START_ATTEMPTS, retryDelay: 1000 };
          },
        }),
      ],
    };
  }

  onModuleInit(): void {
    poolOf(this.source)?.watch((silent) =>
      this.logger.warn(silent ? 'the database does not answer' : 'the database answers again'),
    );
    this.readiness.add('migrations', () => this.areMigrationsDone());
  }

  /** Checked until the first success: no migration is reverted while a release needs it. */
  private async areMigrationsDone(): Promise<void> {
    if (this.migrated) return;
    const pending = await pendingMigrations(this.source, this.migrations);
    if (pending.length > 0) throw new Error(`waits for ${pending.join(', ')}`);
    this.migrated = true;
  }
}
