import { Module } from '@nestjs/common';
import { JobSearchController } from './job-search.controller';
import { JobSearch } from './job-search.read-model';
import { JobSearchService } from './job-search.service';
import { JobSettlerService } from './job-settler.service';
import { JobTotalsService } from './job-totals.service';
import { JobSettlement } from './job-settlement.repository';

/** Searches over jobs (role `api`). */
@Module({
  controllers: [JobSearchController],
  providers: [JobSearch, JobTotalsService, JobSearchService],
})
export class JobSearchModule {}

/** Settles jobs, so that searches count them only once (role `controller`). */
@Module({ providers: [JobSettlement, JobSettlerService], exports: [JobSettlement] })
export class JobSettlementModule {}
