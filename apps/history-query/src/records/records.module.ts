import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module';
import { RecordRepository } from './record.repository';
import { RecordsService } from './records.service';

@Module({ imports: [CatalogueModule], providers: [RecordRepository, RecordsService] })
export class RecordsModule {}
