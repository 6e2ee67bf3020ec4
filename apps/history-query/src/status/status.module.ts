import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module';
import { CurrentModule } from '../current/current.module';
import { SourcesModule } from '../sources/sources.module';
import { StatusController } from './status.controller';
import { StatusService } from './status.service';

@Module({
  imports: [CatalogueModule, CurrentModule, SourcesModule],
  controllers: [StatusController],
  providers: [StatusService],
})
export class StatusModule {}
