import { Module } from '@nestjs/common';
import { JobChangesService } from './job-changes.service';
import { JobRepository } from './job.repository';
import { JobsService } from './jobs.service';

/** The table of jobs, for every capability that reads or writes it. */
@Module({ providers: [JobRepository, JobsService], exports: [JobRepository, JobsService] })
export class JobStoreModule {}

/** The changes of jobs, for capabilities that wait for them (role `api`). */
@Module({ imports: [JobStoreModule], providers: [JobChangesService], exports: [JobChangesService] })
export class JobChangesModule {}
