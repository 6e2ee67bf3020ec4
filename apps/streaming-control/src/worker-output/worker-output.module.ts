import { Module } from '@nestjs/common';
import { StreamJobsModule } from '../jobs/jobs.module';
import { WorkerOutputController } from './worker-output.controller';
import { WorkerOutputService } from './worker-output.service';

/** The output of worker processes, read from their nodes. */
@Module({
  imports: [StreamJobsModule],
  controllers: [WorkerOutputController],
  providers: [WorkerOutputService],
})
export class WorkerOutputModule {}
