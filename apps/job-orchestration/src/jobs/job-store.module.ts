import { Module } from '@nestjs/common';
import { NoticeRepository } from '../notices/notice.repository';
import { JobRepository } from './job.repository';

/** The tables of jobs, for every role. */
@Module({ providers: [JobRepository, NoticeRepository], exports: [JobRepository, NoticeRepository] })
export class JobStoreModule {}
