import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module';
import { StreamMapController } from './stream-map.controller';
import { StreamMapService } from './stream-map.service';

@Module({
  imports: [SettingsModule],
  controllers: [StreamMapController],
  providers: [StreamMapService],
  exports: [StreamMapService],
})
export class StreamMapModule {}
