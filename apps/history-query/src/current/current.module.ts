import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module';
import { RevisionsModule } from '../revisions/revisions.module';
import { CurrentDocumentsService } from './current-documents.service';
import { RefreshService } from './refresh.service';
import { SelectIndexesService } from './select-indexes.service';

@Module({
  imports: [CatalogueModule, RevisionsModule],
  providers: [SelectIndexesService, CurrentDocumentsService],
  exports: [CurrentDocumentsService, SelectIndexesService],
})
export class CurrentModule {}

/** Keeps the current documents of every collection up to date, in processes with the role `api`. */
@Module({ imports: [CatalogueModule, CurrentModule], providers: [RefreshService] })
export class RefreshModule {}
