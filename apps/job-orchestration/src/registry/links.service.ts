import { Injectable } from '@nestjs/common';
import { Transactions, malformed, notFound } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { ANY, isEmpty, type Criterion } from '../criteria/criteria';
import type { Query } from '../query/paging';
import { ENDPOINTS } from '../releases/release-table';
import { CommandClustersService } from './command-clusters.service';
import type { ResourceEntity } from './registry.entity';
import { RegistryRepository } from './registry.repository';
import { RegistryService, found } from './registry.service';
import type { ClusterDocument, CommandDocument } from './resource-document';
import { APPLICATION, CLUSTER, COMMAND } from './resource-kind';

/** The applications that a command depends on, in the order in which they are set up. */
@Injectable()
export class CommandApplicationsService {
  constructor(
    private readonly registry: RegistryService,
    private readonly repository: RegistryRepository,
    private readonly transactions: Transactions,
  ) {}

  async list(commandId: string): Promise<ResourceEntity[]> {
    await this.registry.get(COMMAND, commandId);
    return this.repository.findAll(APPLICATION, await this.repository.applicationIdsOf(commandId));
  }

  /** @throws ServiceError: notFound, malformed for an application that is already linked */
  add(commandId: string, ids: readonly string[]): Promise<void> {
    return this.change(commandId, (linked) => [...linked, ...ids]);
  }

  /** @throws ServiceError: notFound, malformed for an application that is listed twice */
  set(commandId: string, ids: readonly string[]): Promise<void> {
    return this.change(commandId, () => [...ids]);
  }

  remove(commandId: string, applicationId: string): Promise<void> {
    return this.change(commandId, (linked) => {
      if (linked.includes(applicationId)) return linked.filter((id) => id !== applicationId);
      throw notFound(`No application with id ${applicationId} is linked to command ${commandId}`);
    });
  }

  private async change(commandId: string, change: (linked: string[]) => string[]): Promise<void> {
    await this.transactions.run(async (transaction) => {
      found(COMMAND, commandId, await this.repository.lock(COMMAND, commandId, transaction));
      const ids = change(await this.repository.applicationIdsOf(commandId, transaction));
      const twice = ids.find((id, index) => ids.indexOf(id) !== index);
      if (twice !== undefined) throw malformed('', `the application ${twice} is linked already`);
      const known = new Set((await this.repository.findAll(APPLICATION, ids)).map(({ id }) => id));
      const unknown = ids.find((id) => !known.has(id));
      if (unknown !== undefined) throw notFound(`No application with id ${unknown} exists`);
      await this.repository.writeApplications(commandId, ids, transaction);
      await this.repository.touch(COMMAND, commandId, Date.now(), transaction);
    });
  }
}

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
