import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module';
import { PackingModule } from '../packing/packing.module';
import { RecordRepository } from './record.repository';
import { RecordsService } from './records.service';

@Module({ imports: [CatalogueModule, PackingModule], providers: [RecordRepository, RecordsService] })
export class RecordsModule {}
