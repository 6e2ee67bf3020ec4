import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module';
import { CurrentModule } from '../current/current.module';
import { RevisionsModule } from '../revisions/revisions.module';
import { SourcesModule } from '../sources/sources.module';
import { CrawlClaimsRepository } from './crawl-claims.repository';
import { CrawlLeaseService } from './crawl-lease.service';
import { CrawlSchedulerService } from './crawl-scheduler.service';
import { CrawlRepository } from './crawl.repository';
import { CrawlService } from './crawl.service';
import { GroupBuilderService } from './group-builder.service';

@Module({
  imports: [CatalogueModule, CurrentModule, RevisionsModule, SourcesModule],
  providers: [
    CrawlClaimsRepository,
    CrawlRepository,
    GroupBuilderService,
    CrawlLeaseService,
    CrawlService,
    CrawlSchedulerService,
  ],
})
export class CrawlsModule {}
