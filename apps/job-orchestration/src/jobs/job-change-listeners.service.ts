import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { PeriodicTasks, type PeriodicTask } from '@portolan/service';
import type { Subscription } from 'rxjs';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { ArrayElementsService } from './array-elements.service';
import type { JobHistory } from './job.repository';

/** Signals a change of a job; the payload is its id. */
export const JOB_STATUS_SIGNAL = 'job-status';

/** Jobs per query. */
const CHUNK = 500;

type Listener = (job: JobHistory) => void;

/**
 * Reports changes of jobs to listeners, whichever process makes the change: the row contains it. A signal makes the report fast,
 * a poll makes it certain, and one query covers all watched jobs.
 */
@Injectable()
export class JobChangeListenersService implements BeforeApplicationShutdown {
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly signalled = new Set<string>();
  private readonly poll: PeriodicTask;
  private allAskedAt = 0;
  private subscription: Subscription | undefined;

  constructor(
    private readonly jobs: ArrayElementsService,
    private readonly signals: Signals,
    private readonly config: JobOrchestrationConfig,
    periodic: PeriodicTasks,
  ) {
    this.poll = periodic.every(config.STATUS_POLL_MS, 'look for changes of status', () => this.look());
  }

  beforeApplicationShutdown(): void {
    this.subscription?.unsubscribe();
  }

  /**
   * Calls `listener` soon, after each change of the job, and at every poll; an earlier state may come after a later one.
   *
   * @returns a function that unsubscribes
   */
  watch(jobId: string, listener: Listener): () => void {
    const ofJob = this.listeners.get(jobId) ?? new Set();
    this.listeners.set(jobId, ofJob.add(listener));
    this.subscription ??= this.signals.on(JOB_STATUS_SIGNAL).subscribe((id) => this.changed(id));
    this.changed(jobId);
    return () => this.forget(jobId, listener);
  }

  private forget(jobId: string, listener: Listener): void {
    const ofJob = this.listeners.get(jobId);
    ofJob?.delete(listener);
    if (ofJob?.size === 0) this.listeners.delete(jobId);
    if (this.listeners.size > 0) return;
    this.subscription?.unsubscribe();
    this.subscription = undefined;
  }

  private changed(jobId: string): void {
    if (!this.listeners.has(jobId)) return;
    this.signalled.add(jobId);
    this.poll.wake();
  }

  private async look(): Promise<void> {
    const now = Date.now();
    const all = now - this.allAskedAt >= this.config.STATUS_POLL_MS;
    if (all) this.allAskedAt = now;
    const ids = [...(all ? this.listeners.keys() : this.signalled)];
    this.signalled.clear();
    for (let first = 0; first < ids.length; first += CHUNK) {
      for (const job of await this.jobs.histories(ids.slice(first, first + CHUNK))) {
        for (const listener of [...(this.listeners.get(job.id) ?? [])]) listener(job);
      }
    }
  }
}
