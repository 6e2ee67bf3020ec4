import { Module } from '@nestjs/common';
import { JobStoreModule } from '../jobs/jobs.module';
import { BulkKillRepository } from './bulk-kill.repository';
import { BulkKillWorkerService } from './bulk-kill-worker.service';
import { KillController } from './kill.controller';
import { KillService } from './kill.service';

/** Accepts requests to kill jobs (role `api`). */
@Module({
  imports: [JobStoreModule],
  controllers: [KillController],
  providers: [BulkKillRepository, KillService],
})
export class KillModule {}

/** Executes bulk kills (role `controller`). */
@Module({ imports: [JobStoreModule], providers: [BulkKillRepository, BulkKillWorkerService, KillService] })
export class BulkKillModule {}
