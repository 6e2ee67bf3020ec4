import { Injectable } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { PeriodicTasks, ServiceLogger, isolateFailure } from '@portolan/service';
import { tap, throttleTime } from 'rxjs';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { indexesOf } from '../jobs/array-indexes';
import { ArrayState, type JobArrayEntity } from '../jobs/job-array.entity';
import { JobArrayRepository } from '../jobs/job-array.repository';
import { ACTIVE_STATUSES, isFinished } from '../jobs/job-status';
import type { JobEntity } from '../jobs/job.entity';
import { JobRepository } from '../jobs/job.repository';
import { KillService } from '../kill/kill.service';
import { ARRAY_SIGNAL } from '../transitions/end-writer.service';
import { ArrayEndsService } from './array-ends.service';
import { elementsToCreate, sumOf, type StatusCounts } from './array-progress';
import { ElementCreationService } from './element-creation.service';

/** Maximum number of arrays found by one search. */
const ARRAYS = 100;
/** Time in which starts and ends of elements are collected for one pass, ms. */
const CHANGES_MS = 50;
/** Elements killed in one pass, and concurrently: each kill may wait for a node. */
const KILLED = 100;
const KILLED_AT_ONCE = 8;

/**
 * Creates the elements of open arrays in turn, and ends arrays whose elements have ended. A pass is triggered by signals of
 * starts and ends of elements; a periodic search finds arrays whose signals were lost. Replicas may work concurrently: the locked
 * row of an array decides which one creates elements.
 */
@Injectable()
export class ArraySweepService {
  private readonly woken = new Set<string>();
  private nextSearchAt = -Infinity;

  constructor(
    private readonly arrays: JobArrayRepository,
    private readonly jobs: JobRepository,
    private readonly creation: ElementCreationService,
    private readonly ends: ArrayEndsService,
    private readonly kills: KillService,
    private readonly config: JobOrchestrationConfig,
    private readonly logger: ServiceLogger,
    signals: Signals,
    periodic: PeriodicTasks,
  ) {
    periodic.every(config.SWEEP_MS, 'create elements of arrays', (signal) => this.pass(signal), {
      wakeOn: signals.on(ARRAY_SIGNAL).pipe(
        tap((arrayId) => this.woken.add(arrayId)),
        throttleTime(CHANGES_MS, undefined, { leading: true, trailing: true }),
      ),
    });
  }

  private async pass(signal: AbortSignal): Promise<void> {
    // A pass that a signal triggers knows its array; the periodic passes search.
    if (performance.now() >= this.nextSearchAt) {
      for (const arrayId of await this.arrays.due(Date.now(), ARRAYS)) this.woken.add(arrayId);
      this.nextSearchAt = performance.now() + this.config.SWEEP_MS / 2;
    }
    // Arrays take turns: one with more to do is added again, behind the others.
    for (const arrayId of this.woken) {
      if (signal.aborted) return;
      this.woken.delete(arrayId);
      await isolateFailure(
        async () => {
          if (await this.advance(arrayId)) this.woken.add(arrayId);
        },
        (error) =>
          this.logger.warn(
            { err: error, arrayId },
            'an array could not be continued; it will be tried again',
          ),
      );
    }
  }

  /** @returns whether there is more to do now */
  private async advance(arrayId: string): Promise<boolean> {
    const array = await this.arrays.find(arrayId);
    const job = array?.state === ArrayState.Open ? await this.jobs.find(arrayId) : null;
    if (!array || !job || isFinished(job.status)) return false;
    const active = await this.arrays.counts(arrayId, ACTIVE_STATUSES);
    await this.ends.begin(job);
    const isDue = array.dueAt <= Date.now();
    if (job.killRequestedAt !== null) {
      if (sumOf(active) > 0) return this.killElements(array, isDue);
      await this.ends.end(arrayId);
      return false;
    }
    if (array.nextPosition < array.elements) return this.create(array, job, active, isDue);
    if (sumOf(active) === 0) await this.ends.end(arrayId);
    else if (isDue) await this.postpone(array);
    return false;
  }

  private async create(
    array: JobArrayEntity,
    job: JobEntity,
    active: StatusCounts,
    isDue: boolean,
  ): Promise<boolean> {
    const delayed = job.request.retry ? await this.arrays.delayed(array.jobId) : 0;
    const left = array.elements - array.nextPosition;
    const count = elementsToCreate(active, delayed, left, array.maxRunning);
    if (count === 0) {
      if (isDue) await this.postpone(array);
      return false;
    }
    const { array: of } = job.request;
    const next = of ? indexesOf(of).slice(array.nextPosition, array.nextPosition + count) : [];
    return this.creation.create(array, job, next, this.nextLook());
  }

  /** Kills elements without a recorded kill request; all unfinished elements when a process may have died during a kill. */
  private async killElements(array: JobArrayEntity, isDue: boolean): Promise<boolean> {
    const elements = await this.arrays.active(array.jobId, isDue, KILLED);
    const queue = [...elements];
    await Promise.all(
      Array.from({ length: KILLED_AT_ONCE }, async () => {
        for (let one = queue.shift(); one; one = queue.shift()) await this.kills.end(one);
      }),
    );
    if (isDue) await this.postpone(array);
    return elements.length === KILLED;
  }

  private async postpone({ jobId, nextPosition }: JobArrayEntity): Promise<void> {
    await this.arrays.advance(jobId, nextPosition, this.nextLook());
  }

  private nextLook(): number {
    return Date.now() + this.config.SWEEP_MS;
  }
}
