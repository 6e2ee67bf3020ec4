import { Injectable } from '@nestjs/common';
import type { Transaction } from '@portolan/service';
import { ArrayElementsService } from '../jobs/array-elements.service';
import { isFinished } from '../jobs/job-status';
import type { JudgedDependency } from './dependency-outcome';
import { JobDependencyRepository, type EndedDependency } from './job-dependency.repository';

/** The dependencies of a job in the order of its request; `ended`: those that have ended but whose end is not stored yet. */
export interface JudgedJob {
  dependencies: JudgedDependency[];
  ended: EndedDependency[];
}

/** Finds the statuses of the dependencies of jobs. */
@Injectable()
export class DependencyStatusesService {
  constructor(
    private readonly repository: JobDependencyRepository,
    private readonly elements: ArrayElementsService,
  ) {}

  /** Returns the dependencies of jobs, by job, with the statuses that the transaction sees. */
  async of(jobIds: readonly string[], on?: Transaction): Promise<Map<string, JudgedJob>> {
    const found = new Map(jobIds.map((id): [string, JudgedJob] => [id, { dependencies: [], ended: [] }]));
    const rows = await this.repository.of(jobIds, on);
    const absent = rows.filter(({ endedAs, status }) => endedAs === null && status === null);
    const unstarted = await this.elements.unstartedStatuses(
      absent.map(({ dependsOn }) => dependsOn),
      on,
    );
    for (const { jobId, position, dependsOn: id, metBy: condition, endedAs, ...row } of rows) {
      const status = endedAs ?? row.status ?? unstarted.get(id) ?? null;
      const judged = found.get(jobId);
      judged?.dependencies.push({ id, condition, status });
      if (endedAs === null && status !== null && isFinished(status))
        judged?.ended.push({ jobId, position, endedAs: status });
    }
    return found;
  }
}
