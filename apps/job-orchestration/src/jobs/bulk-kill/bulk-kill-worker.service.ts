import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { ServiceLogger, Ticker } from '@portolan/service';
import type { Subscription } from 'rxjs';
import { JobOrchestrationConfig } from '../../job-orchestration-config';
import { conditionsOf } from '../../search/searchable';
import { JobEnder } from '../job-ender.service';
import { jobSearchable } from '../search/job-searchable';
import { BulkKillRepository, type BulkKill } from './bulk-kill.repository';
import { BULK_KILL_SIGNAL } from './bulk-kill.service';

/** Jobs that are told before that is noted down. */
const CHUNK = 100;
/** Jobs that are told at the same time: telling a node waits for it. */
const PARALLEL = 8;
/** How long a chunk may take before another replica goes on, ms. */
const CHUNK_MS = 120_000;

/** Carries bulk kills out, chunk by chunk; a process that dies is followed by another, which goes on where it was. */
@Injectable()
export class BulkKillWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly ticker: Ticker;
  private subscription: Subscription | undefined;
  private stopping = false;

  constructor(
    private readonly repository: BulkKillRepository,
    private readonly ender: JobEnder,
    private readonly signals: Signals,
    private readonly config: JobOrchestrationConfig,
    logger: ServiceLogger,
  ) {
    this.ticker = new Ticker({
      everyMs: config.BULK_KILL_POLL_MS,
      run: () => this.pass(),
      onError: (error) =>
        logger.warn({ err: error }, 'bulk kills could not be carried out, the next pass goes on'),
    });
  }

  onApplicationBootstrap(): void {
    this.ticker.start();
    this.subscription = this.signals.on(BULK_KILL_SIGNAL).subscribe(() => this.ticker.wake());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.subscription?.unsubscribe();
    await this.ticker.stop();
  }

  private async pass(): Promise<void> {
    for (const kill of await this.repository.due(Date.now())) await this.carryOut(kill);
  }

  private async carryOut(due: BulkKill): Promise<void> {
    const conditions = conditionsOf(jobSearchable(this.config.API_RELEASE), due.query);
    let kill = due;
    while (!this.stopping) {
      const until = Date.now() + CHUNK_MS;
      if (!(await this.repository.take(kill, kill.afterId, until))) return;
      kill = { ...kill, dueAt: until };
      const jobs = await this.repository.nextJobs(conditions, kill, CHUNK);
      const queue = [...jobs];
      await Promise.all(
        Array.from({ length: PARALLEL }, async () => {
          for (let job = queue.shift(); job; job = queue.shift()) await this.ender.end(job);
        }),
      );
      kill = { ...kill, afterId: jobs.at(-1)?.id ?? kill.afterId };
      if (jobs.length < CHUNK) return this.repository.remove(kill.id);
    }
    await this.repository.take(kill, kill.afterId, Date.now());
  }
}
