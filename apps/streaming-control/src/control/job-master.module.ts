import { Module } from '@nestjs/common';
import { JobMasterArchive } from './job-master-archive';
import { JobMasterController } from './job-master.controller';

/** The program of stage 0, for the nodes that run it. */
@Module({ controllers: [JobMasterController], providers: [JobMasterArchive] })
export class JobMasterModule {}
