import { Module, type DynamicModule } from '@nestjs/common';
import { JobStoreModule } from '../jobs/jobs.module';
import { BulkKillRepository } from './bulk-kill.repository';
import { BulkKillWorkerService } from './bulk-kill-worker.service';
import { KillController } from './kill.controller';
import { KillService } from './kill.service';

/** Accepts requests to kill jobs (role `api`). */
@Module({})
export class KillModule {
  /** @param dependencies exports the end of waiting jobs */
  static register(dependencies: DynamicModule): DynamicModule {
    return {
      module: KillModule,
      imports: [JobStoreModule, dependencies],
      controllers: [KillController],
      providers: [BulkKillRepository, KillService],
    };
  }
}

/** Executes bulk kills (role `controller`). */
@Module({})
export class BulkKillModule {
  /** As {@link KillModule.register}. */
  static register(dependencies: DynamicModule): DynamicModule {
    return {
      module: BulkKillModule,
      imports: [JobStoreModule, dependencies],
      providers: [BulkKillRepository, BulkKillWorkerService, KillService],
      exports: [KillService],
    };
  }
}
