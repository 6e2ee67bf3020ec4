import { Module } from '@nestjs/common';
import { JobSearchController } from './job-search.controller';
import { JobSearchReadModel } from './job-search.read-model';
import { JobSearchService } from './job-search.service';
import { JobSettlerService } from './job-settler.service';
import { JobSettlementRepository } from './job-settlement.repository';

/** Searches over jobs (role `api`). */
@Module({
  controllers: [JobSearchController],
  providers: [JobSearchReadModel, JobSearchService],
})
export class JobSearchModule {}

/** Settles jobs, so that searches count them only once (role `controller`). */
@Module({ providers: [JobSettlementRepository, JobSettlerService], exports: [JobSettlementRepository] })
export class JobSettlementModule {}
