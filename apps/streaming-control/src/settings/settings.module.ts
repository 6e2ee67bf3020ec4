import { Module } from '@nestjs/common';
import { PlatformSettingRepository } from './platform-setting.repository';

@Module({ providers: [PlatformSettingRepository], exports: [PlatformSettingRepository] })
export class SettingsModule {}
