import { Injectable } from '@nestjs/common';
import { ErrorKind, ServiceError, notFound } from '@portolan/service';
import { unstartedStatus } from '../jobs/array-element';
import { indexesOf, indexesText } from '../jobs/array-indexes';
import { JobArrayRepository } from '../jobs/job-array.repository';
import { FAILED_STATUSES, JobStatus, isFinished } from '../jobs/job-status';
import type { JobArray, JobEntity } from '../jobs/job.entity';
import { JobsService } from '../jobs/jobs.service';
import { sumOf } from './array-progress';
import type { JobArrayResponse } from './job-array.dto';

/** Maximum number of shown indexes of failed elements. */
const SHOWN = 100;

/** Shows arrays, and finds the elements that a rerun repeats. */
@Injectable()
export class JobArraysService {
  constructor(
    private readonly jobs: JobsService,
    private readonly arrays: JobArrayRepository,
  ) {}

  /** @throws ServiceError (notFound), also for a job that is no array */
  async show(id: string): Promise<JobArrayResponse> {
    const job = await this.jobs.get(id);
    const { array } = job.request;
    if (!array) throw notFound(`Job ${id} is not an array`);
    const elements = indexesOf(array).length;
    const counts = new Map(await this.arrays.counts(id));
    const unstarted = elements - sumOf(counts);
    const status = unstartedStatus(job);
    if (unstarted > 0) counts.set(status, (counts.get(status) ?? 0) + unstarted);
    const failed = await this.failedIndexes(job, array, SHOWN);
    return {
      size: array.size,
      elements,
      maxRunning: array.maxRunning,
      // In the order in which a job passes the states.
      counts: Object.fromEntries(
        Object.values(JobStatus).flatMap((one) => (counts.has(one) ? [[one, counts.get(one)]] : [])),
      ),
      failed,
    };
  }

  /**
   * Returns an array of the failed elements of another one.
   * @throws ServiceError (wrongState) for a job that is no array, that has not ended, or without a failed element
   */
  async ofFailed(job: JobEntity): Promise<JobArray> {
    const { array } = job.request;
    if (!array) throw wrongState(`job ${job.id} is not an array`);
    if (!isFinished(job.status)) throw wrongState(`the array ${job.id} has not ended`);
    const failed = await this.failedIndexes(job, array);
    if (failed.length === 0) throw wrongState(`no element of the array ${job.id} failed`);
    return { ...array, indexes: indexesText(failed) };
  }

  private async failedIndexes(job: JobEntity, array: JobArray, limit?: number): Promise<number[]> {
    if (!FAILED_STATUSES.includes(unstartedStatus(job)))
      return this.arrays.indexes(job.id, FAILED_STATUSES, limit);
    // Elements without a row failed together with their array.
    const others = Object.values(JobStatus).filter((status) => !FAILED_STATUSES.includes(status));
    const rest = new Set(await this.arrays.indexes(job.id, others));
    return indexesOf(array)
      .filter((index) => !rest.has(index))
      .slice(0, limit);
  }
}

const wrongState = (message: string): ServiceError => new ServiceError(ErrorKind.WrongState, message);
