import { Injectable } from '@nestjs/common';
import { PeriodicTasks } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { JobRepository } from '../jobs/job.repository';
import { KillService } from './kill.service';

/** A kill that is not carried out after this time has lost its process, ms: it takes a few transactions and one call to a node. */
const CARRIED_OUT_MS = 30_000;
/** Jobs killed in one pass. */
const AT_ONCE = 100;

/** Carries out kills whose process died after it had recorded the request. */
@Injectable()
export class KillSweepService {
  constructor(
    private readonly jobs: JobRepository,
    private readonly killer: KillService,
    config: JobOrchestrationConfig,
    periodic: PeriodicTasks,
  ) {
    periodic.every(config.KILL_SWEEP_MS, 'carry out kills left behind', (signal) => this.pass(signal));
  }

  private async pass(signal: AbortSignal): Promise<void> {
    for (const job of await this.jobs.killsLeftBehind(Date.now() - CARRIED_OUT_MS, AT_ONCE)) {
      if (signal.aborted) return;
      await this.killer.end(job);
    }
  }
}
