import { Module } from '@nestjs/common';
import { ClusterRepository } from './clusters/cluster.repository';
import { CronFireRepository } from './cron/cron-fire.repository';
import { EntityRows } from './jobs/entity-rows.repository';
import { JobListReadModel } from './jobs/job-list.read-model';
import { JobRepository } from './jobs/job.repository';
import { WorkerRepository } from './jobs/worker.repository';
import { RetentionRepository } from './retention/retention.repository';
import { PlatformSettingRepository } from './settings/platform-setting.repository';

const TABLES = [
  ClusterRepository,
  JobRepository,
  WorkerRepository,
  EntityRows,
  JobListReadModel,
  CronFireRepository,
  PlatformSettingRepository,
  RetentionRepository,
];

/** The tables of this service. */
@Module({ providers: TABLES, exports: TABLES })
export class StoreModule {}
