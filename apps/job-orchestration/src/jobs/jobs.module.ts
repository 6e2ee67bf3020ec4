import { Module } from '@nestjs/common';
import { JobRepository } from './job.repository';
import { JobsService } from './jobs.service';

/** The table of jobs, for every capability that reads or writes it. */
@Module({ providers: [JobRepository, JobsService], exports: [JobRepository, JobsService] })
export class JobStoreModule {}
