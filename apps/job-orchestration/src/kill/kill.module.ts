import { Module, type DynamicModule } from '@nestjs/common';
import { JobStoreModule } from '../jobs/jobs.module';
import { BulkKillRepository } from './bulk-kill.repository';
import { BulkKillWorkerService } from './bulk-kill-worker.service';
import { KillController } from './kill.controller';
import { KillService } from './kill.service';
import { KillSweepService } from './kill-sweep.service';

/** Kills jobs, one or many. */
@Module({})
export class KillModule {
  /** @param dependencies exports the end of waiting jobs */
  static register(dependencies: DynamicModule): DynamicModule {
    return {
      module: KillModule,
      imports: [JobStoreModule, dependencies],
      providers: [BulkKillRepository, KillService],
      exports: [BulkKillRepository, KillService],
    };
  }
}

/** Accepts requests to kill jobs (role `api`). */
@Module({})
export class KillApiModule {
  /** @param kill exports the kill of jobs */
  static register(kill: DynamicModule): DynamicModule {
    return { module: KillApiModule, imports: [JobStoreModule, kill], controllers: [KillController] };
  }
}

/** Executes bulk kills, and kills left behind (role `controller`). */
@Module({})
export class BulkKillModule {
  /** As {@link KillApiModule.register}. */
  static register(kill: DynamicModule): DynamicModule {
    return {
      module: BulkKillModule,
      imports: [JobStoreModule, kill],
      providers: [BulkKillWorkerService, KillSweepService],
      exports: [kill],
    };
  }
}
