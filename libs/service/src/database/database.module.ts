import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceConfig } from '../config/service-config';
import { dataSourceOptions, type DatabaseSettings } from './data-source-options';

/** How often a starting service asks for its database, once a second, before it gives up. */
const START_ATTEMPTS = 120;

/** The service's own database, injectable as `DataSource` and by repositories of `entities`. */
@Module({})
export class DatabaseModule {
  static forRoot(entities: NonNullable<DatabaseSettings['entities']>): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [ServiceConfig],
          useFactory: (config: ServiceConfig) => ({
            ...dataSourceOptions({ url: config.DATABASE_URL, poolSize: config.DATABASE_POOL_SIZE, entities }),
            retryAttempts: START_ATTEMPTS,
            retryDelay: 1000,
          }),
        }),
      ],
    };
  }
}
