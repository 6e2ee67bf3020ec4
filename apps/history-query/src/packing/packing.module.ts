import { Module } from '@nestjs/common';
import { PackingScheduleService } from './packing-schedule.service';
import { PackingRepository } from './packing.repository';
import { PackingService } from './packing.service';

@Module({
  providers: [PackingRepository, PackingService],
  exports: [PackingRepository, PackingService],
})
export class PackingModule {}

/** Packs past revisions regularly. */
@Module({ imports: [PackingModule], providers: [PackingScheduleService] })
export class PackingScheduleModule {}
