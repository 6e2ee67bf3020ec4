import { Injectable } from '@nestjs/common';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import type { Criterion } from '../jobs/selection/criteria';
import { ENDPOINTS } from '../releases/release-table';
import type { Query } from '../search/paging';
import { CommandClustersService } from './command-clusters.service';
import type { ResourceEntity } from './registry.entity';
import { RegistryService } from './registry.service';
import type { ClusterDocument, CommandDocument } from './resource-document';
import { CLUSTER, COMMAND } from './resource-kind';

/**
 * Links from a cluster to commands. Selection knows criteria only, so such a link is a criterion of the command that
 * names the cluster. From 4.0 on clients write criteria themselves: then links are taken and do nothing.
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

  /** Where there are links, those that were linked go first, in the order of the links (reference: jobs §1.4). */
  async list(clusterId: string, query: Query): Promise<ResourceEntity[]> {
    const commands = await this.clusters.commandsOfCluster(clusterId, query);
    if (!this.links) return commands;
    const { document } = await this.registry.get(CLUSTER, clusterId);
    const order = new Map((document as ClusterDocument).linkedCommands?.map((id, index) => [id, index]));
    const place = ({ id }: ResourceEntity): number => order.get(id) ?? order.size;
    return commands.toSorted((one, other) => place(one) - place(other));
  }

  /** @throws ServiceError (notFound) for a cluster or command that does not exist; the others stay as they are. */
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

  /** @throws ServiceError (notFound) for a cluster or command that does not exist */
  async remove(clusterId: string, commandId: string): Promise<void> {
    await this.registry.get(CLUSTER, clusterId);
    if (!this.links) return;
    await this.unlink(clusterId, commandId);
    await this.order(clusterId, (linked) => linked.filter((id) => id !== commandId));
  }

  private link(clusterId: string, commandId: string): Promise<void> {
    return this.edit(commandId, (criteria) =>
      criteria.some((one) => isLinkTo(clusterId, one)) ? criteria : [...criteria, linkTo(clusterId)],
    );
  }

  private unlink(clusterId: string, commandId: string): Promise<void> {
    return this.edit(commandId, (criteria) => criteria.filter((one) => !isLinkTo(clusterId, one)));
  }

  private order(clusterId: string, edit: (linked: string[]) => string[]): Promise<void> {
    return this.registry.edit(CLUSTER, clusterId, (document: ClusterDocument) => {
      document.linkedCommands = edit(document.linkedCommands ?? []);
    });
  }

  private edit(commandId: string, edit: (criteria: Criterion[]) => Criterion[]): Promise<void> {
    return this.registry.edit(COMMAND, commandId, (document: CommandDocument) => {
      document.clusterCriteria = edit(document.clusterCriteria);
    });
  }
}

const linkTo = (id: string): Criterion => ({ id, name: null, version: null, status: null, tags: [] });

/** Tells whether a criterion names this cluster and asks for nothing else. */
const isLinkTo = (clusterId: string, { id, name, version, status, tags }: Criterion): boolean =>
  id === clusterId && name === null && version === null && status === null && tags.length === 0;
