import { Injectable } from '@nestjs/common';
import { PeriodicTasks } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { JobSettlementRepository } from './job-settlement.repository';

/** Jobs settled in one transaction. */
const BATCH = 2000;

/** Settles finished jobs, so that totals of searches need not count them each time. */
@Injectable()
export class JobSettlerService {
  constructor(settlement: JobSettlementRepository, config: JobOrchestrationConfig, periodic: PeriodicTasks) {
    const settling = periodic.every(config.JOB_SETTLE_MS, 'settle finished jobs', async () => {
      if ((await settlement.settle(BATCH)) === BATCH) settling.wake();
    });
  }
}
