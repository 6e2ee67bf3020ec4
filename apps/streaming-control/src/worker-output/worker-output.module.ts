import { Module, type DynamicModule } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module';
import { StoreModule } from '../store.module';
import { NodeFiles } from './node-files.gateway';
import { WorkerOutputController } from './worker-output.controller';
import { WorkerOutput } from './worker-output.service';

/** What worker processes write, read from their nodes. */
@Module({})
export class WorkerOutputModule {
  /** @param launches the owner's side of launches */
  static register(launches: DynamicModule): DynamicModule {
    return {
      module: WorkerOutputModule,
      imports: [StoreModule, JobsModule, launches],
      controllers: [WorkerOutputController],
      providers: [WorkerOutput, NodeFiles],
    };
  }
}
