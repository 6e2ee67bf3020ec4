import { Module } from '@nestjs/common';
import { FinishedJobs } from '../metrics/finished-jobs.service';
import { JobCounts } from '../metrics/job-counts.read-model';
import { JobMetrics } from '../metrics/job-metrics.service';
import { JobNotices } from '../notices/job-notices.service';
import { NoticeRepository } from '../notices/notice.repository';
import { JobRepository } from './job.repository';

/** The tables of jobs, and what is counted in them, for every role. */
@Module({
  providers: [JobRepository, NoticeRepository, JobNotices, JobCounts, JobMetrics, FinishedJobs],
  exports: [JobRepository, NoticeRepository, JobNotices, FinishedJobs],
})
export class JobStoreModule {}
