import { Injectable } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { PeriodicTasks } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { conditionsOf } from '../query/searchable';
import { jobSearchable } from '../search/job-searchable';
import { BulkKillRepository, type BulkKill } from './bulk-kill.repository';
import { BULK_KILL_SIGNAL, KillService } from './kill.service';

/** Jobs killed between two records of the progress. */
const CHUNK = 100;
/** Jobs killed concurrently: each kill waits for the job's node. */
const PARALLEL = 8;
/** Time after which another replica takes over a chunk, ms. */
const CHUNK_MS = 120_000;

/** Executes bulk kills, chunk by chunk; after a crash another process continues after the last recorded chunk. */
@Injectable()
export class BulkKillWorkerService {
  constructor(
    private readonly repository: BulkKillRepository,
    private readonly killer: KillService,
    signals: Signals,
    private readonly config: JobOrchestrationConfig,
    periodic: PeriodicTasks,
  ) {
    const pass = async (signal: AbortSignal): Promise<void> => {
      for (const kill of await repository.due(Date.now())) await this.carryOut(kill, signal);
    };
    const wakeOn = signals.on(BULK_KILL_SIGNAL);
    periodic.every(config.BULK_KILL_POLL_MS, 'carry out bulk kills', pass, { wakeOn });
  }

  private async carryOut(due: BulkKill, signal: AbortSignal): Promise<void> {
    const conditions = conditionsOf(jobSearchable(this.config.API_RELEASE), due.query);
    let kill = due;
    while (!signal.aborted) {
      const until = Date.now() + CHUNK_MS;
      if (!(await this.repository.take(kill, kill.afterId, until))) return;
      kill = { ...kill, dueAt: until };
      const jobs = await this.repository.nextJobs(conditions, kill, CHUNK);
      const queue = [...jobs];
      await Promise.all(
        Array.from({ length: PARALLEL }, async () => {
          for (let job = queue.shift(); job; job = queue.shift()) await this.killer.end(job);
        }),
      );
      kill = { ...kill, afterId: jobs.at(-1)?.id ?? kill.afterId };
      if (jobs.length < CHUNK) return this.repository.remove(kill.id);
    }
    await this.repository.take(kill, kill.afterId, Date.now());
  }
}
