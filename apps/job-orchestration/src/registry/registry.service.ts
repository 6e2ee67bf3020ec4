import { Injectable } from '@nestjs/common';
import {
  ErrorKind,
  ServiceError,
  Transactions,
  isDuplicateKey,
  malformed,
  notFound,
  type Transaction,
} from '@portolan/service';
import { validateBody } from '@portolan/validation';
import { LRUCache } from 'lru-cache';
import type { Condition } from '../query/filters';
import { ignoresUnknown, readTags } from '../compatibility/genie';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { LINKED_APPLICATIONS, readIn } from '../releases/release-table';
import { isReferenced } from '../query/foreign-key';
import { totalByPage, type Query } from '../query/paging';
import type { Found } from '../query/search-page';
import { readSearch } from '../query/searchable';
import { idOrNew } from './common-document';
import { applyJsonPatch } from './json-patch';
import type { ResourceEntity } from './registry.entity';
import { RegistryRepository } from './registry.repository';
import { withUnseen, type ResourceDocument } from './resource-document';
import { APPLICATION, capitalized, type ResourceKind } from './resource-kind';
import { resourceView } from './resource-view';
import type { ResourceRequest } from './resource.dto';

/** Number of searches whose totals are cached. */
const MAX_TOTALS = 2000;

/** The operations on every kind of resource. */
@Injectable()
export class RegistryService {
  /** Exact totals of searches, each counted once per version of the registry. */
  private readonly totals = new LRUCache<string, { version: number; total: number }>({ max: MAX_TOTALS });

  constructor(
    private readonly repository: RegistryRepository,
    private readonly transactions: Transactions,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /** @returns the id. @throws ServiceError (exists) when the client's id is in use */
  async create(kind: ResourceKind, body: unknown): Promise<string> {
    const request = this.read(kind, body);
    const id = idOrNew(request.id);
    const now = Date.now();
    const row = { ...this.columns(kind, request), id, created: now, updated: now };
    try {
      await this.transactions.run((transaction) => this.repository.insert(kind, row, transaction));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const one = `${capitalized(kind.article)} ${kind.noun}`;
      throw new ServiceError(ErrorKind.Exists, `${one} with id ${id} already exists`);
    }
    return id;
  }

  /** @throws ServiceError (notFound) */
  async get(kind: ResourceKind, id: string): Promise<ResourceEntity> {
    return found(kind, id, await this.repository.find(kind, id));
  }

  async search(kind: ResourceKind, query: Query): Promise<Found<ResourceEntity>> {
    const search = readSearch(kind.searchable, query, ignoresUnknown(this.config.COMPATIBILITY));
    const { conditions, paging } = search;
    const rows = await this.repository.page(kind, conditions, paging);
    const total = totalByPage(rows.length, paging) ?? (await this.count(kind, conditions));
    return { search, rows, total };
  }

  /** Replaces all writable fields; a field missing in the body is emptied. */
  replace(kind: ResourceKind, id: string, body: unknown): Promise<void> {
    return this.change(kind, id, (row) => this.overwrite(kind, row, body));
  }

  /** Applies a JSON Patch to the resource as clients see it. */
  patch(kind: ResourceKind, id: string, patch: unknown): Promise<void> {
    return this.change(kind, id, (row) =>
      this.overwrite(kind, row, applyJsonPatch(this.shown(kind, row), patch)),
    );
  }

  /** Changes the document of a resource in place. */
  edit<D extends ResourceDocument>(
    kind: ResourceKind<ResourceRequest, D>,
    id: string,
    edit: (document: D) => void,
  ): Promise<void> {
    return this.change(kind, id, (row) => edit(row.document as D));
  }

  /** @throws ServiceError: notFound, or wrongState when another resource or job refers to it */
  async remove(kind: ResourceKind, id: string): Promise<void> {
    try {
      const removed = await this.transactions.run((tx) => this.repository.remove(kind, id, tx));
      if (!removed) throw notFound(`No ${kind.noun} with id ${id} exists`);
    } catch (error) {
      if (!isReferenced(error)) throw error;
      throw new ServiceError(ErrorKind.WrongState, await this.whyInUse(kind, id));
    }
  }

  /**
   * Removes all resources of a kind, except those that a stored job used.
   * @throws ServiceError while a command is linked to an application: then no application is removed (V3-APP-10)
   */
  async removeAll(kind: ResourceKind): Promise<void> {
    await this.transactions.run(async (transaction) => {
      if (kind === APPLICATION) await this.refuseLinked(transaction);
      await this.repository.removeUnused(kind, transaction);
    });
  }

  private async count(kind: ResourceKind, conditions: readonly Condition[]): Promise<number> {
    const key = JSON.stringify([kind.collection, conditions]);
    // The version is read first: a count newer than its version is only counted again.
    const version = await this.repository.version();
    const known = this.totals.get(key);
    if (known?.version === version) return known.total;
    const total = await this.repository.count(kind, conditions);
    this.totals.set(key, { version, total });
    return total;
  }

  private async refuseLinked(transaction: Transaction): Promise<void> {
    const link = await this.repository.anyLink(transaction);
    if (!link) return;
    const why = `the command ${link.commandId} is linked to ${link.applicationId}. Unlink it first`;
    throw new ServiceError(
      LINKED_APPLICATIONS[this.config.API_RELEASE],
      `No application was deleted: ${why}`,
    );
  }

  private async change(kind: ResourceKind, id: string, change: (row: ResourceEntity) => void): Promise<void> {
    await this.transactions.run(async (transaction) => {
      const row = found(kind, id, await this.repository.lock(kind, id, transaction));
      change(row);
      row.updated = Math.max(Date.now(), row.updated);
      await this.repository.save(kind, row, transaction);
    });
  }

  private overwrite(kind: ResourceKind, row: ResourceEntity, body: unknown): void {
    const request = this.read(kind, body, this.shown(kind, row));
    if (request.id && request.id !== row.id) {
      throw malformed('id', `the id of the body is ${request.id}, that of the address ${row.id}`);
    }
    Object.assign(row, this.columns(kind, request, row.document));
  }

  private shown(kind: ResourceKind, row: ResourceEntity): object {
    const { API_RELEASE: release, COMPATIBILITY: compatibility } = this.config;
    return resourceView(kind, row, { release, caller: undefined, compatibility });
  }

  private read(kind: ResourceKind, body: unknown, shown?: object): ResourceRequest {
    // The patched resource carries the system tags, as clients see them.
    const own = readTags(this.config.COMPATIBILITY, body);
    return readIn(this.config.API_RELEASE, kind.noun, validateBody(kind.request, own), shown);
  }

  private columns(kind: ResourceKind, request: ResourceRequest, stored?: ResourceDocument) {
    const read = kind.read(request, stored);
    const document = stored ? withUnseen(this.config.API_RELEASE, kind.noun, read, stored) : read;
    const { name, user, version, status } = request;
    return { name, user, version, status, document, ...kind.columns?.(document) };
  }

  private async whyInUse(kind: ResourceKind, id: string): Promise<string> {
    const commands = kind === APPLICATION ? await this.repository.commandIdsOf(id) : [];
    const user = commands.length > 0 ? `the commands ${commands.join(', ')}` : 'a stored job';
    return `The ${kind.noun} with id ${id} cannot be deleted: it is used by ${user}`;
  }
}

/** @throws ServiceError (notFound) */
export function found<T>(kind: Pick<ResourceKind, 'noun'>, id: string, row: T | null): T {
  if (row === null) throw notFound(`No ${kind.noun} with id ${id} exists`);
  return row;
}
