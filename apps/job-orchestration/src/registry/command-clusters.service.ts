import { Injectable } from '@nestjs/common';
import { malformed, notFound } from '@portolan/service';
import { refuseUnknownParameters } from '@portolan/validation';
import { ignoresUnknown } from '../compatibility/genie';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { matches, withDefaultStatus, type Criterion } from '../criteria/criteria';
import { constraint } from '../errors/error-format';
import { statusCondition } from '../query/filters';
import { texts, type Query } from '../query/paging';
import { parted } from '../query/searchable';
import { CRITERIA_LIMIT, requireRoom } from './field-limits';
import { candidate } from './registry-snapshot';
import type { ResourceEntity } from './registry.entity';
import { RegistryRepository } from './registry.repository';
import { RegistryService } from './registry.service';
import type { CommandDocument } from './resource-document';
import { APPLICATION, CLUSTER, COMMAND, type ResourceKind } from './resource-kind';
import { ClusterStatus } from './resource.dto';

/** The criteria of a command and the clusters that match them (docs/contract/jobs.md, Routes). */
@Injectable()
export class CommandClustersService {
  constructor(
    private readonly registry: RegistryService,
    private readonly repository: RegistryRepository,
    private readonly config: JobOrchestrationConfig,
  ) {}

  async criteria(commandId: string): Promise<Criterion[]> {
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
    const criteria = await this.criteria(commandId);
    const clusters = await this.repository.all(CLUSTER);
    return criteria.map((own) => {
      const criterion = addDefaultStatus ? withDefaultStatus(own, ClusterStatus.Up) : own;
      return { criterion, resources: clusters.filter((row) => matches(criterion, candidate(row))) };
    });
  }

  /** Returns the clusters that match any criterion, of any status; `status` in the query filters them. */
  async clusters(commandId: string, query: Query): Promise<ResourceEntity[]> {
    const wanted = this.wanted(CLUSTER, query);
    const found = (await this.resolved(commandId, false)).flatMap(({ resources }) => resources);
    return [...new Map(found.map((row) => [row.id, row])).values()].filter(wanted);
  }

  /** Returns the commands with a criterion that matches the cluster. */
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
    const values = parted(texts(query.status));
    if (values.length === 0) return () => true;
    const wanted = statusCondition(statuses, noun, values).parameters.statuses as string[];
    return ({ status }) => wanted.includes(status);
  }

  private edit(commandId: string, edit: (criteria: Criterion[]) => Criterion[]): Promise<void> {
    return this.registry.edit(COMMAND, commandId, (document) => {
      document.clusterCriteria = edit(document.clusterCriteria);
      requireRoom('clusterCriteria', document.clusterCriteria.length, CRITERIA_LIMIT);
    });
  }
}

const PRIORITY_PATTERN = /^\d{1,9}$/;
export const MAX_PRIORITY = 999_999_999;

/** Reads a priority of an address. @throws ServiceError: constraint below 0, malformed for a text that is not a number */
export function readPriority(text: string): number {
  if (/^-\d{1,9}$/.test(text)) throw constraint('a priority must be at least 0');
  if (!PRIORITY_PATTERN.test(text))
    throw malformed('priority', `a priority is a number from 0 on, not ${text}`);
  return Number(text);
}
