import { Module } from '@nestjs/common';
import { StoreModule } from '../store.module';
import { StreamMapModule } from '../stream-map/stream-map.module';
import { JobDiscoveryController } from './job-discovery.controller';
import { JobDiscovery } from './job-discovery.service';

/** Where the workers of jobs are. */
@Module({
  imports: [StoreModule, StreamMapModule],
  controllers: [JobDiscoveryController],
  providers: [JobDiscovery],
})
export class DiscoveryModule {}
