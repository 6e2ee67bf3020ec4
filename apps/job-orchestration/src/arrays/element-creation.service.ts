import { hostname } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { LaunchEntity } from '@portolan/launches';
import { Transactions, type Transaction } from '@portolan/service';
import { ImmediateReleasesService } from '../dependencies/immediate-releases.service';
import { elementId, newElement } from '../jobs/array-element';
import { ArrayState, type JobArrayEntity } from '../jobs/job-array.entity';
import { JobArrayRepository } from '../jobs/job-array.repository';
import { ArchiveStatus } from '../jobs/archive-status';
import { JobStatus } from '../jobs/job-status';
import type { JobEntity } from '../jobs/job.entity';
import { JobRepository } from '../jobs/job.repository';
import { RegistryCacheService } from '../registry/registry-cache.service';
import { JobResolverService, type Plan, type Refusal } from '../selection/job-resolver.service';
import { EndWriterService } from '../transitions/end-writer.service';
import { JobStartsService } from '../transitions/job-starts.service';

interface PlannedElement {
  job: JobEntity;
  plan: Plan | Refusal;
}

/** Creates elements of arrays, each with its launch. */
@Injectable()
export class ElementCreationService {
  constructor(
    private readonly arrays: JobArrayRepository,
    private readonly jobs: JobRepository,
    private readonly registry: RegistryCacheService,
    private readonly resolver: JobResolverService,
    private readonly starts: JobStartsService,
    private readonly ends: EndWriterService,
    private readonly dependents: ImmediateReleasesService,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Creates the elements with these indexes, the next ones of the array. Does nothing when another process has created elements
   * since the array was read.
   *
   * @param array as it was read
   * @param dueAt time of the next check of the array by a controller
   * @returns whether this call created them
   */
  async create(
    array: JobArrayEntity,
    job: JobEntity,
    indexes: readonly number[],
    dueAt: number,
  ): Promise<boolean> {
    const planned = await this.plan(array, job, indexes);
    const created = await this.transactions.run(async (transaction) => {
      const locked = await this.arrays.lock(array.jobId, transaction, { skips: true });
      if (locked?.state !== ArrayState.Open || locked.nextPosition !== array.nextPosition) return undefined;
      // A kill waits for the row: the elements that it finds without one get none.
      if ((await this.jobs.lock(array.jobId, transaction))?.killRequestedAt !== null) return undefined;
      // An element that was killed before its creation has a row already.
      const ids = planned.map((one) => one.job.id);
      const existing = await this.arrays.existing(ids, transaction);
      const missing = planned.filter((one) => !existing.has(one.job.id));
      await this.arrays.advance(array.jobId, array.nextPosition + indexes.length, dueAt, transaction);
      const stored = await this.store(missing, transaction);
      return { ...stored, released: await this.dependents.ended(stored.failed, transaction) };
    });
    if (!created) return false;
    this.starts.offer(created.launches);
    for (const element of created.failed) {
      this.ends.settled(element);
      this.ends.signal(element.id);
    }
    this.dependents.settled(created.released);
    return true;
  }

  private async plan(
    { jobId: arrayId, size }: JobArrayEntity,
    array: JobEntity,
    indexes: readonly number[],
  ): Promise<PlannedElement[]> {
    const registry = await this.registry.current();
    const now = Date.now();
    const planned: PlannedElement[] = [];
    for (const index of indexes) {
      // A selection takes processor time, so the loop yields to other work.
      await nextTurn();
      const job = {
        ...newElement(array, index),
        id: elementId(arrayId, index),
        created: now,
        updated: now,
        hostName: hostname(),
      };
      const { attachments } = array;
      const plan = await this.resolver.resolve({ ...job, attachments }, registry, { arrayId, index, size });
      planned.push({ job, plan });
    }
    return planned;
  }

  private async store(
    planned: readonly PlannedElement[],
    transaction: Transaction,
  ): Promise<{ launches: LaunchEntity[]; failed: JobEntity[] }> {
    const runnable = planned.flatMap(({ job, plan }) => ('error' in plan ? [] : [{ job, plan }]));
    const { launched, refused } = await this.starts.launch(runnable, Date.now(), transaction);
    const ended = [
      ...planned.flatMap(({ job, plan }) => ('error' in plan ? [failed(job, plan.error.message, plan)] : [])),
      ...refused.map(({ job, statusMsg }) => failed(job, statusMsg, { selection: null })),
    ];
    const rows = launched.map(({ job, plan, launch }) => ({
      job: { ...job, ...plan.columns, launchId: launch.id },
      applicationIds: plan.applicationIds,
    }));
    await this.jobs.insert([...rows, ...ended.map((job) => ({ job, applicationIds: [] }))], transaction);
    return { launches: launched.map(({ launch }) => launch), failed: ended };
  }
}

/** Returns an element that cannot run, with the message of a 412 response. */
const failed = (job: JobEntity, message: string, { selection }: Pick<Refusal, 'selection'>): JobEntity => ({
  ...job,
  status: JobStatus.Failed,
  statusMsg: [...message].slice(0, 255).join(''),
  archiveStatus: ArchiveStatus.NoFiles,
  selection,
});
