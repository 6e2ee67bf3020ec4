import { Module } from '@nestjs/common';
import { StoreModule } from '../store.module';
import { StreamMapController } from './stream-map.controller';
import { StreamMap } from './stream-map.service';

/** The map of streams to job clusters. */
@Module({
  imports: [StoreModule],
  controllers: [StreamMapController],
  providers: [StreamMap],
  exports: [StreamMap],
})
export class StreamMapModule {}
