import { Module } from '@nestjs/common';
import { AdminController } from './admin.controller';

/** Information about the service itself. */
@Module({ controllers: [AdminController] })
export class AdminModule {}
