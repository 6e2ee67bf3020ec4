import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module';
import { PackingModule } from '../packing/packing.module';
import { PurgeRepository } from './purge.repository';
import { PurgeService } from './purge.service';

@Module({ imports: [CatalogueModule, PackingModule], providers: [PurgeRepository, PurgeService] })
export class RetentionModule {}
