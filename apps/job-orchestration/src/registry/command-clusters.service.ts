import { Injectable } from '@nestjs/common';
import { refuseUnknownParameters } from '@portolan/validation';
import { ignoresUnknown } from '../compatibility/genie';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { matches } from '../criteria/criteria';
import { statusCondition } from '../query/filters';
import { texts, type Query } from '../query/paging';
import { splitAtCommas } from '../query/searchable';
import { ClusterCriteriaService } from './cluster-criteria.service';
import { candidate } from './registry-snapshot';
import type { ResourceEntity } from './registry.entity';
import { RegistryRepository } from './registry.repository';
import { RegistryService } from './registry.service';
import type { CommandDocument } from './resource-document';
import { APPLICATION, CLUSTER, COMMAND, type ResourceKind } from './resource-kind';

/** Which commands and clusters match each other, and the commands of an application (docs/contract/jobs.md, Routes). */
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
    const wanted = this.wanted(CLUSTER, query);
    const found = (await this.criteria.resolved(commandId, false)).flatMap(({ resources }) => resources);
    return [...new Map(found.map((row) => [row.id, row])).values()].filter(wanted);
  }

  async commandsOfCluster(clusterId: string, query: Query): Promise<ResourceEntity[]> {
    const wanted = this.wanted(COMMAND, query);
    const cluster = candidate(await this.registry.get(CLUSTER, clusterId));
    const finds = ({ clusterCriteria }: CommandDocument): boolean =>
      clusterCriteria.some((criterion) => matches(criterion, cluster));
    const commands = await this.repository.all(COMMAND);
    return commands.filter((row) => finds(row.document as CommandDocument) && wanted(row));
  }

  async commandsOfApplication(applicationId: string, query: Query): Promise<ResourceEntity[]> {
    const wanted = this.wanted(COMMAND, query);
    await this.registry.get(APPLICATION, applicationId);
    const ids = await this.repository.commandIdsOf(applicationId);
    return (await this.repository.findAll(COMMAND, ids)).filter(wanted);
  }

  /** Reads the filter `status` of a query. */
  private wanted({ statuses, noun }: ResourceKind, query: Query): (row: ResourceEntity) => boolean {
    if (!ignoresUnknown(this.config.COMPATIBILITY)) refuseUnknownParameters(query, ['status']);
    const values = splitAtCommas(texts(query.status));
    if (values.length === 0) return () => true;
    const wanted = statusCondition(statuses, noun, values).parameters.statuses as string[];
    return ({ status }) => wanted.includes(status);
  }
}
