import { Injectable } from '@nestjs/common';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { ANY, isEmpty, type Criterion } from '../criteria/criteria';
import type { Query } from '../query/paging';
import { ENDPOINTS } from '../releases/release-table';
import { CommandClustersService } from './command-clusters.service';
import type { ResourceEntity } from './registry.entity';
import { RegistryService } from './registry.service';
import type { ClusterDocument, CommandDocument } from './resource-document';
import { CLUSTER, COMMAND } from './resource-kind';

/**
 * Links clusters to commands. Selection knows criteria only, so such a link is a criterion of the command that names the
 * cluster. From 4.0 on clients write the criteria themselves, and a write of links does nothing.
 */
@Injectable()
export class ClusterCommandsService {
  private readonly links: boolean;

  constructor(
    private readonly registry: RegistryService,
    private readonly clusters: CommandClustersService,
    config: JobOrchestrationConfig,
  ) {
    this.links = ENDPOINTS[config.API_RELEASE].clusterCommandsLink;
  }

  /** Returns linked commands first, in the order of the links (docs/contract/jobs.md, Routes). */
  async list(clusterId: string, query: Query): Promise<ResourceEntity[]> {
    const commands = await this.clusters.commandsOfCluster(clusterId, query);
    if (!this.links) return commands;
    const { document } = await this.registry.get(CLUSTER, clusterId);
    const order = new Map((document as ClusterDocument).linkedCommands?.map((id, index) => [id, index]));
    const place = ({ id }: ResourceEntity): number => order.get(id) ?? order.size;
    return commands.toSorted((one, other) => place(one) - place(other));
  }

  /** @throws ServiceError (notFound) for an unknown cluster or command; the others stay unchanged */
  async add(clusterId: string, commandIds: readonly string[]): Promise<void> {
    await this.registry.get(CLUSTER, clusterId);
    if (!this.links) return;
    for (const id of commandIds) await this.registry.get(COMMAND, id);
    for (const id of commandIds) await this.link(clusterId, id);
    await this.order(clusterId, (linked) => [...new Set([...linked, ...commandIds])]);
  }

  /** @throws ServiceError (notFound) as {@link add} */
  async set(clusterId: string, commandIds: readonly string[]): Promise<void> {
    await this.add(clusterId, commandIds);
    if (!this.links) return;
    const linked = await this.clusters.commandsOfCluster(clusterId, {});
    const others = linked.filter(({ id }) => !commandIds.includes(id));
    for (const { id } of others) await this.unlink(clusterId, id);
    await this.order(clusterId, () => [...new Set(commandIds)]);
  }

  /** @throws ServiceError (notFound) for an unknown cluster or command */
  async remove(clusterId: string, commandId: string): Promise<void> {
    await this.registry.get(CLUSTER, clusterId);
    if (!this.links) return;
    await this.unlink(clusterId, commandId);
    await this.order(clusterId, (linked) => linked.filter((id) => id !== commandId));
  }

  private link(clusterId: string, commandId: string): Promise<void> {
    return this.registry.edit(COMMAND, commandId, (document: CommandDocument) => {
      const isLinked = document.clusterCriteria.some((one) => isLinkTo(clusterId, one));
      if (!isLinked) document.clusterCriteria.push({ ...ANY, id: clusterId });
    });
  }

  private unlink(clusterId: string, commandId: string): Promise<void> {
    return this.registry.edit(COMMAND, commandId, (document: CommandDocument) => {
      document.clusterCriteria = document.clusterCriteria.filter((one) => !isLinkTo(clusterId, one));
    });
  }

  private order(clusterId: string, edit: (linked: string[]) => string[]): Promise<void> {
    return this.registry.edit(CLUSTER, clusterId, (document: ClusterDocument) => {
      document.linkedCommands = edit(document.linkedCommands ?? []);
    });
  }
}

/** Reports whether a criterion names this cluster and nothing else. */
const isLinkTo = (clusterId: string, criterion: Criterion): boolean =>
  criterion.id === clusterId && isEmpty({ ...criterion, id: null });
