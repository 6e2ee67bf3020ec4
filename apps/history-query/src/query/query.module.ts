import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module';
import { CurrentModule } from '../current/current.module';
import { RevisionsModule } from '../revisions/revisions.module';
import { TrailModule } from '../trail/trail.module';
import { AccountFinderService } from './account-finder.service';
import { QueryService } from './query.service';
import { RevisionFinderService } from './revision-finder.service';

@Module({
  imports: [CatalogueModule, CurrentModule, RevisionsModule, TrailModule],
  // The finder over all accounts is the finder: it passes collections of one account on.
  providers: [{ provide: RevisionFinderService, useClass: AccountFinderService }, QueryService],
  exports: [QueryService],
})
export class QueryModule {}
