import { Injectable } from '@nestjs/common';
import type { Transaction } from '@portolan/service';
import { elementNamed, newElement } from './array-element';
import { indexesOf } from './array-indexes';
import { historyOf, type JobStatus } from './job-status';
import type { JobEntity } from './job.entity';
import { JobRepository, type JobHistory } from './job.repository';

/** Finds jobs, and elements of arrays that have no row yet. */
@Injectable()
export class ArrayElementsService {
  constructor(private readonly jobs: JobRepository) {}

  /** Returns a job, or the element of an array that the id names. */
  async find(id: string, on?: Transaction): Promise<JobEntity | null> {
    return (await this.jobs.find(id, on)) ?? (await this.unstarted(id, on)) ?? null;
  }

  /** Returns an element without a row; undefined when the id names none. */
  async unstarted(id: string, on?: Transaction): Promise<JobEntity | undefined> {
    return (await this.allUnstarted([id], on))[0];
  }

  /** Returns those of the elements without a row that the ids name. */
  async allUnstarted(ids: readonly string[], on?: Transaction): Promise<JobEntity[]> {
    const names = ids.flatMap((id) => elementNamed(id) ?? []);
    const arrayIds = [...new Set(names.map(({ arrayId }) => arrayId))];
    const arrays = await this.jobs.findAll(arrayIds, on);
    return arrays.flatMap((array) => {
      const { array: of } = array.request;
      if (!of) return [];
      const indexes = new Set(indexesOf(of));
      const named = names.filter(({ arrayId, index }) => arrayId === array.id && indexes.has(index));
      return named.map(({ index }) => newElement(array, index));
    });
  }

  /** Returns the statuses of those of the ids that name elements without a row. */
  async unstartedStatuses(ids: readonly string[], on?: Transaction): Promise<Map<string, JobStatus>> {
    const elements = await this.allUnstarted(ids, on);
    return new Map(elements.map(({ id, status }) => [id, status]));
  }

  /** Returns the statuses of several jobs, without unknown ones. */
  async statuses(ids: readonly string[]): Promise<Map<string, JobStatus>> {
    const stored = await this.jobs.statuses(ids);
    const rest = await this.unstartedStatuses(ids.filter((id) => !stored.has(id)));
    return new Map([...stored, ...rest]);
  }

  /**
   * Returns the status of a job after every transaction that changes it now has ended; of an element without a row, after those
   * that change its array; undefined for an unknown job.
   */
  async settledStatus(id: string): Promise<JobStatus | undefined> {
    const stored = await this.jobs.settledStatus(id);
    const name = elementNamed(id);
    if (stored !== undefined || !name) return stored;
    await this.jobs.settledStatus(name.arrayId);
    return (await this.find(id))?.status;
  }

  /** Returns the histories of several jobs, without unknown ones. */
  async histories(ids: readonly string[]): Promise<JobHistory[]> {
    const stored = await this.jobs.histories(ids);
    const known = new Set(stored.map(({ id }) => id));
    const elements = await this.allUnstarted(ids.filter((id) => !known.has(id)));
    return [...stored, ...elements.map((element) => ({ ...element, history: historyOf(element) }))];
  }
}
