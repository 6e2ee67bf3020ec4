import { Module } from '@nestjs/common';
import { MasterInfoController } from './master-info.controller';

@Module({ controllers: [MasterInfoController] })
export class AdminModule {}
