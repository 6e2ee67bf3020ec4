import { Module } from '@nestjs/common';
import { JobChangeListenersService } from './job-change-listeners.service';
import { ArrayElementsService } from './array-elements.service';
import { JobArrayRepository } from './job-array.repository';
import { JobRepository } from './job.repository';
import { JobsService } from './jobs.service';

const STORE = [JobRepository, JobArrayRepository, ArrayElementsService, JobsService];

/** The tables of jobs and arrays, for every capability that reads or writes them. */
@Module({ providers: STORE, exports: STORE })
export class JobStoreModule {}

/** The changes of jobs, for capabilities that wait for them (role `api`). */
@Module({
  imports: [JobStoreModule],
  providers: [JobChangeListenersService],
  exports: [JobChangeListenersService],
})
export class JobChangesModule {}
