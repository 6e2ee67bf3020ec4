import { Injectable } from '@nestjs/common';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Breather } from '../cooperative';
import { CurrentDocuments } from '../current/current-documents.service';
import { compareRevisions, type Revision } from '../revisions/revision';
import { RevisionRepository } from '../revisions/revision.repository';
import { goneRecord, unknownRecord } from './query-errors';
import type { QueryPlan } from './query-plan';
import { isInWindow, lastSeen, newestPerId } from './revision-window';
import { matchesSelects } from './select-matching';
import { revisionRecord } from './revision-record';

/** Finds the revisions that a request asks for, in the order they are answered. */
@Injectable()
export class RevisionFinder {
  constructor(
    private readonly current: CurrentDocuments,
    private readonly states: CollectionStateRepository,
    private readonly revisions: RevisionRepository,
  ) {}

  /** @returns as many as there are, at most `_limit`; exactly one for a single document */
  async find(plan: QueryPlan): Promise<readonly Revision[]> {
    const { modifiers } = plan.address;
    const candidates = plan.fromHistory ? await this.past(plan) : await this.present(plan);
    const matching = await this.filter(candidates, plan);
    if (plan.single) return [matching[0] ?? (await this.missing(plan))];
    const listed = plan.fromHistory && !plan.everyRevision ? newestPerId(matching) : matching;
    return modifiers.limit === undefined ? listed : listed.slice(0, modifiers.limit);
  }

  /** A current document by its id, when memory has it and nothing else was asked for. */
  inMemory(collection: string, id: string): Revision | undefined {
    return this.current.peek(collection)?.byId.get(id);
  }

  private async past({ collection, ids, address }: QueryPlan): Promise<readonly Revision[]> {
    const number = await this.states.numberOf(collection.name);
    return ids ? this.revisions.ofIds(number, ids) : this.revisions.inWindow(number, address.modifiers);
  }

  private async present({ collection, ids, address }: QueryPlan): Promise<readonly Revision[]> {
    if (address.modifiers.live) {
      return this.revisions.current(await this.states.numberOf(collection.name), ids);
    }
    const { byId, sorted } = await this.current.get(collection.name);
    if (!ids) return sorted;
    const found = [...new Set(ids)].map((id) => byId.get(id));
    return found.filter((one) => one !== undefined).sort(compareRevisions);
  }

  private async filter(candidates: readonly Revision[], plan: QueryPlan): Promise<readonly Revision[]> {
    const { selects, modifiers } = plan.address;
    const anyTime =
      modifiers.at === undefined && modifiers.since === undefined && modifiers.until === undefined;
    if (anyTime && selects.length === 0) return candidates;
    const breather = new Breather();
    const matching: Revision[] = [];
    for (const revision of candidates) {
      if (isInWindow(revision.times, modifiers) && this.isSelected(revision, plan)) matching.push(revision);
      if (breather.due) await breather.breathe();
    }
    return matching;
  }

  private isSelected(revision: Revision, { address }: QueryPlan): boolean {
    if (address.selects.length === 0) return true;
    return matchesSelects(address.modifiers.meta ? revisionRecord(revision) : revision.data, address.selects);
  }

  /**
   * A single document that is not there: gone (410) when it was once, unless a moment was asked for. One
   * that memory does not know yet is answered from the database.
   *
   * @throws ServiceError (not found, gone)
   */
  private async missing(plan: QueryPlan): Promise<Revision> {
    const id = plan.ids?.[0] ?? '';
    const { name } = plan.collection;
    if (plan.fromHistory) throw unknownRecord(name, id);
    const [newest] = await this.revisions.ofIds(await this.states.numberOf(name), [id]);
    if (!newest) throw unknownRecord(name, id);
    if (!newest.isOpen) throw goneRecord(name, id, lastSeen(newest));
    if (!this.isSelected(newest, plan)) throw unknownRecord(name, id);
    return newest;
  }
}
