import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module';
import { RevisionsModule } from '../revisions/revisions.module';
import { ChangeWatchService } from './change-watch.service';
import { ChangeRepository } from './change.repository';
import { FeedService } from './feed.service';

@Module({
  imports: [CatalogueModule, RevisionsModule],
  providers: [ChangeRepository, ChangeWatchService, FeedService],
  exports: [FeedService],
})
export class FeedModule {}
