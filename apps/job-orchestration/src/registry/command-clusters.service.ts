import { Injectable } from '@nestjs/common';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { matches } from '../criteria/criteria';
import type { Query } from '../query/paging';
import { ClusterCriteriaService } from './cluster-criteria.service';
import { candidate } from './registry-snapshot';
import type { ResourceEntity } from './registry.entity';
import { RegistryRepository } from './registry.repository';
import { RegistryService } from './registry.service';
import type { CommandDocument } from './resource-document';
import { CLUSTER, COMMAND } from './resource-kind';
import { statusFilter } from './status-filter';

/** Finds the commands and clusters that match each other (docs/contract/jobs.md, Routes). */
@Injectable()
export class CommandClustersService {
  constructor(
    private readonly registry: RegistryService,
    private readonly criteria: ClusterCriteriaService,
    private readonly repository: RegistryRepository,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /** Returns the clusters that match any criterion, of any status; `status` in the query filters them. */
  async clusters(commandId: string, query: Query): Promise<ResourceEntity[]> {
    const wanted = statusFilter(CLUSTER, query, this.config.COMPATIBILITY);
    const found = (await this.criteria.resolved(commandId, false)).flatMap(({ resources }) => resources);
    return [...new Map(found.map((row) => [row.id, row])).values()].filter(wanted);
  }

  async commandsOfCluster(clusterId: string, query: Query): Promise<ResourceEntity[]> {
    const wanted = statusFilter(COMMAND, query, this.config.COMPATIBILITY);
    const cluster = candidate(await this.registry.get(CLUSTER, clusterId));
    const finds = ({ clusterCriteria }: CommandDocument): boolean =>
      clusterCriteria.some((criterion) => matches(criterion, cluster));
    const commands = await this.repository.all(COMMAND);
    return commands.filter((row) => finds(row.document as CommandDocument) && wanted(row));
  }
}
