import { Injectable } from '@nestjs/common';
import type { Select } from '../address/address';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Breather, inSlices } from '../cooperative';
import { CurrentDocuments } from '../current/current-documents.service';
import { mergeGroup } from '../groups/merge-group';
import { compareRevisions, type Revision, type RevisionKey, type RevisionSpan } from '../revisions/revision';
import { RevisionRepository } from '../revisions/revision.repository';
import { sortSteps } from '../sort-steps';
import type { Answer } from './answer';
import { goneRecord, unknownRecord } from './query-errors';
import type { QueryPlan } from './query-plan';
import { groupById } from './revision-diff';
import { isInWindow, lastSeen, newestPerId } from './revision-window';
import { matchesSelects } from './select-matching';
import { revisionRecord } from './revision-record';

/** So many revisions are faster read with all others of their time than one by one. */
const MANY = 2000;

/** Revisions among which are those that a request asks for, in the order of lists. */
interface Candidates {
  revisions: readonly Revision[];
  /** True when all of them match the select arguments. */
  selected?: boolean | undefined;
}

/** The keys of what a list shows, and of how many revisions they were chosen. */
interface FoundSpans {
  spans: readonly RevisionSpan[];
  inWindow: number;
}

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
    const found = await this.findStored(plan);
    return plan.ended ? this.withEnds(found) : found;
  }

  private async findStored(plan: QueryPlan): Promise<readonly Revision[]> {
    if (plan.fromHistory && isUnfiltered(plan) && !plan.merged)
      return this.load(plan, await this.spans(plan));
    const candidates = plan.fromHistory ? { revisions: await this.past(plan) } : await this.present(plan);
    const matching = await this.filter(candidates, plan);
    if (plan.single) return [matching[0] ?? (await this.missing(plan))];
    return listed(plan, plan.merged ? await this.merge(matching) : matching);
  }

  /** The same, but only the ids. */
  async findIds(plan: QueryPlan): Promise<string[]> {
    const stored = plan.fromHistory || plan.address.modifiers.live;
    const found = stored && isUnfiltered(plan) ? (await this.spans(plan)).spans : await this.find(plan);
    return found.map(({ id }) => id);
  }

  /** Groups of the past with their ends, which are stored as null: those that are valid are complete. */
  private async withEnds(revisions: readonly Revision[]): Promise<readonly Revision[]> {
    const breather = new Breather();
    const ended: Revision[] = [];
    for (const revision of revisions) {
      ended.push(revision.isOpen ? revision : mergeGroup([revision]));
      if (breather.due) await breather.breathe();
    }
    return ended;
  }

  private async merge(revisions: readonly Revision[]): Promise<Revision[]> {
    const breather = new Breather();
    const merged: Revision[] = [];
    for (const group of groupById(revisions)) {
      merged.push(mergeGroup(group));
      await breather.breathe();
    }
    return merged;
  }

  /** A current document by its id, when memory has it and nothing else was asked for. */
  inMemory(collection: string, id: string): Revision | undefined {
    return this.current.peek(collection)?.byId.get(id);
  }

  /** The last change that is in a list that memory answers, and the list's entity tag, which follows it. */
  versionOf({ collection, single, fromHistory, address }: QueryPlan): Pick<Answer, 'tag' | 'position'> {
    const snapshot = this.current.peek(collection.name);
    if (!snapshot || single || fromHistory || address.modifiers.live) return {};
    const {
      changeSeq,
      sorted: [newest],
    } = snapshot;
    return { tag: `W/"${changeSeq}-${newest?.stime ?? 0}"`, position: changeSeq };
  }

  private async past({ collection, ids, address }: QueryPlan): Promise<readonly Revision[]> {
    const number = await this.states.numberOf(collection.name);
    return sorted(
      await (ids
        ? this.revisions.ofIdsInWindow(number, ids, address.modifiers)
        : this.revisions.inWindow(number, address.modifiers)),
    );
  }

  /** From the indexes alone. */
  private async spans(plan: QueryPlan): Promise<FoundSpans> {
    const { modifiers } = plan.address;
    const number = await this.states.numberOf(plan.collection.name);
    const spans = await (plan.fromHistory
      ? this.revisions.spansInWindow(number, modifiers)
      : this.revisions.currentSpans(number));
    const matching = spans.filter((span) => isInWindow(span, modifiers));
    return { spans: listed(plan, await sorted(matching)), inWindow: spans.length };
  }

  /** The documents of revisions whose keys are known; what is still valid is in memory most of the time. */
  private async load(plan: QueryPlan, { spans, inWindow }: FoundSpans): Promise<readonly Revision[]> {
    const { name } = plan.collection;
    const remembered = plan.address.modifiers.live ? undefined : this.current.peek(name)?.byId;
    const inMemory = ({ id, stime, ltime }: RevisionSpan): Revision | undefined => {
      const revision = remembered?.get(id);
      return revision?.stime === stime && revision.ltime === ltime ? revision : undefined;
    };
    const known = spans.map(inMemory);
    const others = spans.filter((_span, index) => !known[index]);
    const read = await this.read(plan, others, inWindow);
    return sorted([...known.filter((one) => one !== undefined), ...read]);
  }

  /** Few are read by their keys; many, where the window holds hardly more, with one statement over the window. */
  private async read(
    plan: QueryPlan,
    wanted: readonly RevisionSpan[],
    inWindow: number,
  ): Promise<readonly Revision[]> {
    const number = await this.states.numberOf(plan.collection.name);
    if (wanted.length < MANY || inWindow > 2 * wanted.length) return this.revisions.withKeys(number, wanted);
    const keys = new Set(wanted.map(keyOf));
    const read = await this.revisions.inWindow(number, plan.address.modifiers);
    return read.filter((one) => keys.has(keyOf(one)));
  }

  private async present({ collection, ids, address }: QueryPlan): Promise<Candidates> {
    if (address.modifiers.live) {
      const number = await this.states.numberOf(collection.name);
      return { revisions: await sorted(await this.revisions.current(number, ids)) };
    }
    const snapshot = await this.current.get(collection.name);
    if (ids) {
      const found = [...new Set(ids)].map((id) => snapshot.byId.get(id));
      return { revisions: found.filter((one) => one !== undefined).sort(compareRevisions) };
    }
    const { selects, modifiers } = address;
    const indexable = modifiers.meta ? selects.flatMap(withinData) : selects;
    const selected = await this.current.select(snapshot, indexable);
    return {
      revisions: selected ?? snapshot.sorted,
      selected: selected && indexable.length === selects.length,
    };
  }

  private async filter({ revisions, selected }: Candidates, plan: QueryPlan): Promise<readonly Revision[]> {
    const { selects, modifiers } = plan.address;
    const { at, since, until } = modifiers;
    const anyTime = at === undefined && since === undefined && until === undefined;
    const asSelected = selected === true || selects.length === 0;
    if (anyTime && asSelected) return revisions;
    const breather = new Breather();
    const matching: Revision[] = [];
    for (const revision of revisions) {
      if (isInWindow(revision, modifiers) && (asSelected || this.isSelected(revision, plan))) {
        matching.push(revision);
      }
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
    const [newest] = await sorted(await this.revisions.ofIds(await this.states.numberOf(name), [id]));
    if (!newest) throw unknownRecord(name, id);
    if (!newest.isOpen) throw goneRecord(name, id, lastSeen(newest));
    if (!this.isSelected(newest, plan)) throw unknownRecord(name, id);
    return newest;
  }
}

const keyOf = ({ id, stime }: RevisionKey): string => `${stime}|${id}`;

/** A list in which no field of a document decides what is in it. */
const isUnfiltered = ({ ids, address }: QueryPlan): boolean => !ids && address.selects.length === 0;

/** A select on the metadata record as one on the document in it; none when it is on the record itself. */
const withinData = ({ path: [root, ...path], values }: Select): Pick<Select, 'path' | 'values'>[] =>
  root === 'data' && path.length > 0 ? [{ path, values }] : [];

/** What a list shows of everything that matches, newest first. */
function listed<R extends RevisionKey>(plan: QueryPlan, matching: readonly R[]): readonly R[] {
  const shown = plan.fromHistory && !plan.everyRevision ? newestPerId(matching) : matching;
  const { limit } = plan.address.modifiers;
  return limit === undefined ? shown : shown.slice(0, limit);
}

const sorted = <R extends RevisionKey>(revisions: readonly R[]): Promise<R[]> =>
  inSlices(sortSteps(revisions, compareRevisions));
