import { Injectable } from '@nestjs/common';
import { ErrorKind, ServiceError, malformed, notFound } from '@portolan/service';
import { refuseUnknownParameters } from '@portolan/validation';
import { ignoresUnknown, type Compatibility } from '../compatibility/genie';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import { matches, withDefaultStatus, type Criterion } from '../jobs/selection/criteria';
import { statusCondition } from '../search/filters';
import { texts, type Query } from '../search/paging';
import { parted } from '../search/searchable';
import { CRITERIA_LIMIT, requireRoom } from './list-limits';
import type { ResourceEntity } from './registry.entity';
import { RegistryRepository } from './registry.repository';
import { RegistryService } from './registry.service';
import type { CommandDocument } from './resource-document';
import { APPLICATION, CLUSTER, COMMAND, type ResourceKind } from './resource-kind';
import { ClusterStatus } from './resource.dto';

/** One criterion of a command and the clusters that it finds. */
export interface ResolvedCriterion {
  criterion: Criterion;
  resources: ResourceEntity[];
}

/** On which clusters a command can run: its criteria, and what they find (reference: jobs §1.5). */
@Injectable()
export class CommandClustersService {
  constructor(
    private readonly registry: RegistryService,
    private readonly repository: RegistryRepository,
    private readonly config: JobOrchestrationConfig,
  ) {}

  async criteria(commandId: string): Promise<Criterion[]> {
    return (await this.command(commandId)).clusterCriteria;
  }

  /** The new one has the lowest priority. */
  add(commandId: string, criterion: Criterion): Promise<void> {
    return this.edit(commandId, (criteria) => [...criteria, criterion]);
  }

  replace(commandId: string, criteria: Criterion[]): Promise<void> {
    return this.edit(commandId, () => criteria);
  }

  /** Puts it at a priority, 0 is the highest; beyond the end it is the last. */
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

  /** Per criterion the clusters that it finds, in order of priority. */
  async resolved(commandId: string, addDefaultStatus: boolean): Promise<ResolvedCriterion[]> {
    const criteria = await this.criteria(commandId);
    const clusters = await this.repository.all(CLUSTER);
    return criteria.map((own) => {
      const criterion = addDefaultStatus ? withDefaultStatus(own, ClusterStatus.Up) : own;
      return { criterion, resources: clusters.filter((row) => matches(criterion, matchable(row))) };
    });
  }

  /** Clusters that any criterion finds, whatever their status; `status` in the query chooses. */
  async clusters(commandId: string, query: Query): Promise<ResourceEntity[]> {
    const wanted = wantedStatuses(CLUSTER, query, this.config.COMPATIBILITY);
    const found = (await this.resolved(commandId, false)).flatMap(({ resources }) => resources);
    return [...new Map(found.map((row) => [row.id, row])).values()].filter(wanted);
  }

  /** Commands one of whose criteria finds the cluster. */
  async commandsOfCluster(clusterId: string, query: Query): Promise<ResourceEntity[]> {
    const wanted = wantedStatuses(COMMAND, query, this.config.COMPATIBILITY);
    const cluster = matchable(await this.registry.get(CLUSTER, clusterId));
    const commands = await this.repository.all(COMMAND);
    return commands
      .filter((row) =>
        (row.document as CommandDocument).clusterCriteria.some((criterion) => matches(criterion, cluster)),
      )
      .filter(wanted);
  }

  /** Commands that depend on the application. */
  async commandsOfApplication(applicationId: string, query: Query): Promise<ResourceEntity[]> {
    const wanted = wantedStatuses(COMMAND, query, this.config.COMPATIBILITY);
    await this.registry.get(APPLICATION, applicationId);
    const ids = await this.repository.commandIdsOf(applicationId);
    return (await this.repository.findAll(COMMAND, ids)).filter(wanted);
  }

  private async command(id: string): Promise<CommandDocument> {
    return (await this.registry.get(COMMAND, id)).document as CommandDocument;
  }

  private edit(commandId: string, edit: (criteria: Criterion[]) => Criterion[]): Promise<void> {
    return this.registry.edit(COMMAND, commandId, (document) => {
      document.clusterCriteria = edit(document.clusterCriteria);
      requireRoom('clusterCriteria', document.clusterCriteria.length, CRITERIA_LIMIT);
    });
  }
}

/** Reads a priority of an address. @throws ServiceError: constraint below 0, malformed when it is no number. */
export function readPriority(text: string): number {
  if (/^-\d{1,9}$/.test(text)) throw new ServiceError(ErrorKind.Constraint, 'a priority must be at least 0');
  if (!/^\d{1,9}$/.test(text)) throw malformed('priority', `a priority is a number from 0 on, not ${text}`);
  return Number(text);
}

const matchable = ({ id, name, version, status, document }: ResourceEntity) => ({
  id,
  name,
  version,
  status,
  tags: new Set(document.tags),
});

function wantedStatuses(
  kind: ResourceKind,
  query: Query,
  compatibility: Compatibility,
): (row: ResourceEntity) => boolean {
  if (!ignoresUnknown(compatibility)) refuseUnknownParameters(query, ['status']);
  const values = parted(texts(query.status));
  if (values.length === 0) return () => true;
  const { statuses } = statusCondition(kind.statuses, kind.noun, values).parameters;
  return (row) => (statuses as string[]).includes(row.status);
}
