import { Injectable } from '@nestjs/common';
import { notFound } from '@portolan/service';
import { matches, withDefaultStatus, type Criterion } from '../criteria/criteria';
import { CRITERIA_LIMIT, requireRoom } from './field-limits';
import { candidate } from './registry-snapshot';
import type { ResourceEntity } from './registry.entity';
import { RegistryRepository } from './registry.repository';
import { RegistryService } from './registry.service';
import type { CommandDocument } from './resource-document';
import { CLUSTER, COMMAND } from './resource-kind';
import { ClusterStatus } from './resource.dto';

/** The criteria by which a command finds its clusters, in order of priority (docs/contract/jobs.md, Routes). */
@Injectable()
export class ClusterCriteriaService {
  constructor(
    private readonly registry: RegistryService,
    private readonly repository: RegistryRepository,
  ) {}

  async list(commandId: string): Promise<Criterion[]> {
    return ((await this.registry.get(COMMAND, commandId)).document as CommandDocument).clusterCriteria;
  }

  add(commandId: string, criterion: Criterion): Promise<void> {
    return this.edit(commandId, (criteria) => [...criteria, criterion]);
  }

  replace(commandId: string, criteria: Criterion[]): Promise<void> {
    return this.edit(commandId, () => criteria);
  }

  /** Inserts a criterion at a priority; 0 is the highest, and a priority beyond the end appends. */
  insert(commandId: string, priority: number, criterion: Criterion): Promise<void> {
    return this.edit(commandId, (criteria) => criteria.toSpliced(priority, 0, criterion));
  }

  remove(commandId: string, priority: number): Promise<void> {
    return this.edit(commandId, (criteria) => {
      if (priority >= criteria.length) {
        throw notFound(`No criterion with priority ${priority} exists for command ${commandId}`);
      }
      return criteria.toSpliced(priority, 1);
    });
  }

  /** Returns the matching clusters of each criterion, in order of priority. */
  async resolved(
    commandId: string,
    addDefaultStatus: boolean,
  ): Promise<{ criterion: Criterion; resources: ResourceEntity[] }[]> {
    const criteria = await this.list(commandId);
    const clusters = await this.repository.all(CLUSTER);
    return criteria.map((own) => {
      const criterion = addDefaultStatus ? withDefaultStatus(own, ClusterStatus.Up) : own;
      return { criterion, resources: clusters.filter((row) => matches(criterion, candidate(row))) };
    });
  }

  private edit(commandId: string, edit: (criteria: Criterion[]) => Criterion[]): Promise<void> {
    return this.registry.edit(COMMAND, commandId, (document) => {
      document.clusterCriteria = edit(document.clusterCriteria);
      requireRoom('clusterCriteria', document.clusterCriteria.length, CRITERIA_LIMIT);
    });
  }
}
