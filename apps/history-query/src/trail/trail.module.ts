import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module';
import { RevisionsModule } from '../revisions/revisions.module';
import { TrailService } from './trail.service';

@Module({
  imports: [CatalogueModule, RevisionsModule],
  providers: [TrailService],
  exports: [TrailService],
})
export class TrailModule {}
