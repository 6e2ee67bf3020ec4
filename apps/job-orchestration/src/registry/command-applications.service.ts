import { Injectable } from '@nestjs/common';
import { Transactions, malformed, notFound } from '@portolan/service';
import { APPLICATION, COMMAND } from './resource-kind';
import type { ResourceEntity } from './registry.entity';
import { RegistryRepository } from './registry.repository';
import { found } from './registry.service';

/** The applications that a command depends on, in the order in which they are set up. */
@Injectable()
export class CommandApplicationsService {
  constructor(
    private readonly repository: RegistryRepository,
    private readonly transactions: Transactions,
  ) {}

  async list(commandId: string): Promise<ResourceEntity[]> {
    found(COMMAND, commandId, await this.repository.find(COMMAND, commandId));
    const ids = await this.repository.applicationIdsOf(commandId);
    const rows = new Map((await this.repository.findAll(APPLICATION, ids)).map((row) => [row.id, row]));
    return ids.flatMap((id) => rows.get(id) ?? []);
  }

  /** @throws ServiceError: notFound, malformed when one is linked already. */
  add(commandId: string, ids: readonly string[]): Promise<void> {
    return this.change(commandId, (linked) => [...linked, ...ids]);
  }

  /** @throws ServiceError: notFound, malformed when one is listed twice. */
  set(commandId: string, ids: readonly string[]): Promise<void> {
    return this.change(commandId, () => [...ids]);
  }

  async remove(commandId: string, applicationId: string): Promise<void> {
    await this.change(commandId, (linked) => {
      if (!linked.includes(applicationId)) {
        throw notFound(`No application with id ${applicationId} is linked to command ${commandId}`);
      }
      return linked.filter((id) => id !== applicationId);
    });
  }

  private async change(commandId: string, change: (linked: string[]) => string[]): Promise<void> {
    await this.transactions.run(async (transaction) => {
      const command = found(COMMAND, commandId, await this.repository.lock(COMMAND, commandId, transaction));
      const ids = change(await this.repository.applicationIdsOf(commandId, transaction));
      const twice = ids.find((id, index) => ids.indexOf(id) !== index);
      if (twice !== undefined) throw malformed('', `the application ${twice} is linked already`);
      const known = new Set((await this.repository.findAll(APPLICATION, ids)).map((row) => row.id));
      const unknown = ids.find((id) => !known.has(id));
      if (unknown !== undefined) throw notFound(`No application with id ${unknown} exists`);
      await this.repository.writeApplications(commandId, ids, transaction);
      await this.repository.touch(COMMAND, command.id, Date.now(), transaction);
    });
  }
}
