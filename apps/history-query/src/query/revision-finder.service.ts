import { Injectable } from '@nestjs/common';
import type { Answer } from '../answers/answer';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { CurrentDocumentsService } from '../current/current-documents.service';
import type { Matches } from '../current/select-index';
import { SelectIndexesService } from '../current/select-indexes.service';
import { mergeGroup } from '../groups/group-document';
import {
  compareRevisions,
  firstPerId,
  keyOf,
  type Revision,
  type RevisionKey,
  type RevisionSpan,
} from '../revisions/revision';
import { isInWindow } from '../revisions/time-window';
import { RevisionRepository } from '../revisions/revision.repository';
import { TimeSlicer, filterInSlices, inSlices, mapInSlices } from '../time-slices/time-slices';
import { sortSteps } from '../time-slices/sort-in-steps';
import { missingDocument, type QueryPlan } from './query-plan';
import { groupById } from './revision-diff';
import { isSelected, selectsOfDocument } from './select-matching';

/** From this number on, reading all revisions of their time range is faster than reading by key. */
const MANY = 2000;

/** Revisions that include those of a request, in the order of lists. */
interface Candidates {
  revisions: readonly Revision[];
  /** True when all of them match the select arguments. */
  selected?: boolean | undefined;
}

/** The keys of a list, and the number of revisions they were chosen from. */
interface FoundSpans {
  spans: readonly RevisionSpan[];
  examined: number;
}

/** Finds the revisions of a request: in memory, or in the tables (`planQuery` decides). `isInWindow` decides which are in a range of time. */
@Injectable()
export class RevisionFinderService {
  constructor(
    private readonly current: CurrentDocumentsService,
    private readonly indexes: SelectIndexesService,
    private readonly states: CollectionStateRepository,
    private readonly revisions: RevisionRepository,
  ) {}

  /** @returns at most `_limit` revisions; exactly one for a single document */
  async find(plan: QueryPlan): Promise<readonly Revision[]> {
    const found = await this.findStored(plan);
    if (!plan.showsEnds) return found;
    // Past revisions of groups are stored without `end`; merging fills it in.
    return mapInSlices(found, (revision) => (revision.isOpen ? revision : mergeGroup([revision])));
  }

  private async findStored(plan: QueryPlan): Promise<readonly Revision[]> {
    if (plan.fromHistory && isUnfiltered(plan) && !plan.merged)
      return this.load(plan, await this.spans(plan));
    const candidates = plan.fromHistory ? { revisions: await this.past(plan) } : await this.present(plan);
    const matching = await this.filter(candidates, plan);
    if (plan.single) return [matching[0] ?? (await this.missing(plan))];
    return newestUpToLimit(plan, plan.merged ? await mapInSlices(groupById(matching), mergeGroup) : matching);
  }

  async findIds(plan: QueryPlan): Promise<string[]> {
    const stored = plan.fromHistory || plan.address.modifiers.live;
    const found = stored && isUnfiltered(plan) ? (await this.spans(plan)).spans : await this.find(plan);
    return found.map(({ id }) => id);
  }

  /** Returns a current document by id for a plain request, if it is in memory. */
  inMemory(collection: string, id: string): Revision | undefined {
    return this.current.peek(collection)?.byId.get(id);
  }

  /** Returns the current documents that match select arguments, if the indexes in memory can tell; otherwise undefined. */
  selectedInMemory(plan: QueryPlan): Matches | undefined {
    const { collection, ids, fromHistory, address } = plan;
    const { live, until, limit } = address.modifiers;
    const snapshot = this.current.peek(collection.name);
    if (!snapshot || ids || fromHistory || live || until !== undefined) return undefined;
    const indexable = selectsOfDocument(address);
    if (indexable.length < address.selects.length) return undefined;
    const found = this.indexes.findFew(snapshot, indexable);
    if (!found || limit === undefined || found.revisions.length <= limit) return found;
    return { revisions: found.revisions.slice(0, limit) };
  }

  /** Returns the last change of a collection in memory; undefined for a collection that is not in memory or covers several accounts. */
  changeSeqOf(collection: string): number | undefined {
    return this.current.peek(collection)?.changeSeq;
  }

  /**
   * Returns the last change of a list in memory, and the list's entity tag, which derives from it. A list with `_until` has
   * none: it leaves changes out, and with an age (`-1h`) it changes as time passes.
   */
  versionOf({ collection, single, fromHistory, address }: QueryPlan): Pick<Answer, 'tag' | 'position'> {
    const snapshot = this.current.peek(collection.name);
    const { live, until } = address.modifiers;
    if (!snapshot || single || fromHistory || live || until !== undefined) return {};
    const { changeSeq, sorted } = snapshot;
    return { tag: `W/"${changeSeq}-${sorted[0]?.stime ?? 0}"`, position: changeSeq };
  }

  private async past({ collection, ids, address }: QueryPlan): Promise<readonly Revision[]> {
    const number = await this.states.numberOf(collection.name);
    const found = ids
      ? this.revisions.ofIds(number, ids, address.modifiers)
      : this.revisions.inWindow(number, address.modifiers);
    return sorted(await found);
  }

  /** Reads the indexes only. */
  private async spans(plan: QueryPlan): Promise<FoundSpans> {
    const { modifiers } = plan.address;
    const number = await this.states.numberOf(plan.collection.name);
    const spans = await this.revisions.spansInWindow(number, plan.fromHistory ? modifiers : undefined);
    const matching = await filterInSlices(spans, (span) => isInWindow(span, modifiers));
    return { spans: await newestUpToLimit(plan, await sorted(matching)), examined: spans.length };
  }

  /** Loads the documents of known keys; most valid ones are in memory. */
  private async load(plan: QueryPlan, { spans, examined }: FoundSpans): Promise<readonly Revision[]> {
    const { name } = plan.collection;
    const remembered = plan.address.modifiers.live ? undefined : this.current.peek(name)?.byId;
    const known: Revision[] = [];
    const others: RevisionSpan[] = [];
    const slicer = new TimeSlicer();
    for (const span of spans) {
      const revision = remembered?.get(span.id);
      if (revision?.stime === span.stime && revision.ltime === span.ltime) known.push(revision);
      else others.push(span);
      if (slicer.isDue) await slicer.yieldIfDue();
    }
    return sorted([...known, ...(await this.read(plan, others, examined))]);
  }

  /** Reads few revisions by key; many with one statement over the window, if it contains hardly more. */
  private async read(plan: QueryPlan, wanted: readonly RevisionSpan[], examined: number) {
    const number = await this.states.numberOf(plan.collection.name);
    if (wanted.length < MANY || examined > 2 * wanted.length) return this.revisions.withKeys(number, wanted);
    const keys = new Set<string>();
    await mapInSlices(wanted, (span) => keys.add(keyOf(span)));
    const read = await this.revisions.inWindow(number, plan.address.modifiers);
    return filterInSlices(read, (one) => keys.has(keyOf(one)));
  }

  private async present({ collection, ids, address }: QueryPlan): Promise<Candidates> {
    const { selects, modifiers } = address;
    if (modifiers.live) {
      const number = await this.states.numberOf(collection.name);
      const found = ids
        ? this.revisions.currentOfIds(number, ids)
        : this.revisions.inWindow(number, undefined);
      return { revisions: await sorted(await found) };
    }
    const snapshot = await this.current.get(collection.name);
    if (ids) {
      const found = [...new Set(ids)].map((id) => snapshot.byId.get(id));
      return { revisions: found.filter((one) => one !== undefined).sort(compareRevisions) };
    }
    const indexable = selectsOfDocument(address);
    const selected = await this.indexes.find(snapshot, indexable);
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
    const slicer = new TimeSlicer();
    const matching: Revision[] = [];
    // At the moment of a change two revisions are valid. The newer one is the document at that time, so it alone is judged.
    const counts = at !== undefined && !plan.everyRevision && !plan.merged ? firstPerId() : () => true;
    for (const revision of revisions) {
      const isCandidate = isInWindow(revision, modifiers) && counts(revision);
      if (isCandidate && (asSelected || isSelected(revision, plan.address))) matching.push(revision);
      if (slicer.isDue) await slicer.yieldIfDue();
    }
    return matching;
  }

  /** Finds a single document that is not in memory yet. @throws ServiceError (not found, gone) */
  private async missing(plan: QueryPlan): Promise<Revision> {
    if (plan.fromHistory) throw missingDocument(plan);
    const number = await this.states.numberOf(plan.collection.name);
    const [newest] = await sorted(await this.revisions.ofIds(number, plan.ids ?? []));
    if (newest?.isOpen && isSelected(newest, plan.address)) return newest;
    throw missingDocument(plan, newest);
  }
}

/** Reports whether a list depends on no field of its documents. */
const isUnfiltered = ({ ids, address }: QueryPlan): boolean => !ids && address.selects.length === 0;

/** Returns the part of all matches that a list shows, newest first. */
async function newestUpToLimit<R extends RevisionKey>(
  plan: QueryPlan,
  matching: readonly R[],
): Promise<readonly R[]> {
  const newestOnly = plan.fromHistory && !plan.everyRevision;
  return upToLimit(plan, newestOnly ? await filterInSlices(matching, firstPerId()) : matching);
}

const upToLimit = <R>({ address }: QueryPlan, shown: readonly R[]): readonly R[] => {
  const { limit } = address.modifiers;
  return limit === undefined ? shown : shown.slice(0, limit);
};

const sorted = <R extends RevisionKey>(revisions: readonly R[]): Promise<R[]> =>
  inSlices(sortSteps(revisions, compareRevisions));
