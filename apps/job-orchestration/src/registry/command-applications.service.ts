import { Injectable } from '@nestjs/common';
import { Transactions, malformed, notFound } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import type { Query } from '../query/paging';
import type { ResourceEntity } from './registry.entity';
import { RegistryRepository } from './registry.repository';
import { RegistryService, found } from './registry.service';
import { APPLICATION, COMMAND } from './resource-kind';
import { statusFilter } from './status-filter';

/** Links commands to the applications that they depend on, in the order in which these are set up. */
@Injectable()
export class CommandApplicationsService {
  constructor(
    private readonly registry: RegistryService,
    private readonly repository: RegistryRepository,
    private readonly transactions: Transactions,
    private readonly config: JobOrchestrationConfig,
  ) {}

  async list(commandId: string): Promise<ResourceEntity[]> {
    await this.registry.get(COMMAND, commandId);
    return this.repository.findAll(APPLICATION, await this.repository.applicationIdsOf(commandId));
  }

  async commandsOf(applicationId: string, query: Query): Promise<ResourceEntity[]> {
    const filter = statusFilter(COMMAND, query, this.config.COMPATIBILITY);
    await this.registry.get(APPLICATION, applicationId);
    const ids = await this.repository.commandIdsOf(applicationId);
    return (await this.repository.findAll(COMMAND, ids)).filter(filter);
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
      if (twice !== undefined) throw malformed('', `the application ${twice} is already linked`);
      const known = await this.repository.lockAll(APPLICATION, ids, transaction);
      const unknown = ids.find((id) => !known.has(id));
      if (unknown !== undefined) throw notFound(`No application with id ${unknown} exists`);
      await this.repository.writeApplications(commandId, ids, transaction);
      await this.repository.touch(COMMAND, commandId, Date.now(), transaction);
    });
  }
}
