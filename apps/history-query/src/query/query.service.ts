import { Injectable } from '@nestjs/common';
import { notFound } from '@portolan/service';
import type { Address } from '../address/address';
import { parseAddress } from '../address/parse-address';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import { Breather } from '../cooperative';
import { canonicalJson } from '../rendering/canonical-json';
import { jsonPatch } from '../rendering/json-patch';
import { prettyJson } from '../rendering/pretty-json';
import { watched } from '../watched';
import { MediaType, accepts, asScript, type Answer } from './answer';
import type { Piece } from './chunks';
import { diffWithoutId, nothingToDiff, patchOfMany, unknownRecord } from './query-errors';
import { planQuery, type QueryPlan } from './query-plan';
import { COMPACT_LIST, PRETTY_LIST, documentRenderer, renderList } from './render-documents';
import { groupById, revisionDiffs } from './revision-diff';
import { RevisionFinder } from './revision-finder.service';

/** Answers queries: parse, find, project, render. */
@Injectable()
export class QueryService {
  constructor(
    private readonly collections: Collections,
    private readonly finder: RevisionFinder,
    private readonly states: CollectionStateRepository,
  ) {}

  /**
   * @param wanted `Accept` of the request; a diff can be a JSON Patch
   * @param path what follows `/api/v2/` in the request line, as it was sent, without the query string
   * @throws ServiceError: malformed, not found, gone
   */
  async answer(path: string, wanted = ''): Promise<Answer> {
    if (path === '') throw notFound('no such address: /api/v2');
    const address = parseAddress(path);
    const plan = planQuery(address, this.collections.find(address));
    const known = plan.single && isPlain(address) ? this.inMemory(plan) : undefined;
    if (known) return known;
    const found = this.find(plan, accepts(wanted, MediaType.Patch));
    // Only what may wait for the database needs an eye on it.
    const fromMemory = this.finder.versionOf(plan).tag !== undefined;
    return fromMemory ? found : watched(found, () => this.states.ping());
  }

  /** The most frequent request: one current document, whole, from memory. */
  private inMemory({ collection, ids }: QueryPlan): Answer | undefined {
    const revision = this.finder.inMemory(collection.name, ids?.[0] ?? '');
    return revision && { type: MediaType.Json, body: revision.bytes, tag: revision.tag };
  }

  private async find(plan: QueryPlan, asPatch: boolean): Promise<Answer> {
    const { diff, callback } = plan.address.modifiers;
    if (diff !== undefined) return asPatch ? this.patch(plan) : this.diff(plan, diff);
    const version = this.finder.versionOf(plan);
    const pieces = await (plan.single ? this.document(plan) : plan.expand ? this.list(plan) : this.ids(plan));
    const answer =
      callback === undefined ? { type: MediaType.Json, body: pieces } : asScript(callback, pieces);
    return { ...answer, ...version };
  }

  private async document(plan: QueryPlan): Promise<Iterable<Piece>> {
    const [revision] = await this.finder.find(plan);
    const text = revision && documentRenderer(plan.collection, plan.address)(revision);
    if (text === undefined) throw unknownRecord(plan.collection.name, plan.ids?.[0] ?? '');
    return [text];
  }

  private async list(plan: QueryPlan): Promise<Iterable<Piece>> {
    const render = documentRenderer(plan.collection, plan.address, 1);
    const frame = plan.address.modifiers.pp ? PRETTY_LIST : COMPACT_LIST;
    return renderList(await this.finder.find(plan), frame, render);
  }

  private async ids(plan: QueryPlan): Promise<Iterable<Piece>> {
    const ids = await this.finder.findIds(plan);
    return [plan.address.modifiers.pp ? prettyJson(ids, undefined) : JSON.stringify(ids)];
  }

  /** All revisions to compare, by id. */
  private async comparable(plan: QueryPlan): Promise<ReturnType<typeof groupById>> {
    const { collection, ids } = plan;
    if (!ids) throw diffWithoutId(collection.name);
    const groups = groupById(await this.finder.find(plan));
    const most = Math.max(0, ...groups.map(({ length }) => length));
    if (most === 0) throw unknownRecord(collection.name, ids.join(','));
    if (most < 2) throw nothingToDiff(most);
    return groups;
  }

  /** What turns the oldest of the revisions into the newest. */
  private async patch(plan: QueryPlan): Promise<Answer> {
    const [revisions, another] = await this.comparable(plan);
    const [newest, oldest] = [revisions?.[0], revisions?.at(-1)];
    if (another || !newest || !oldest) throw patchOfMany();
    return { type: MediaType.Patch, body: canonicalJson(jsonPatch(oldest.data, newest.data)) };
  }

  private async diff(plan: QueryPlan, context: NonNullable<Address['modifiers']['diff']>): Promise<Answer> {
    const { collection, address } = plan;
    const groups = await this.comparable(plan);
    const breather = new Breather();
    let text = '';
    for (const group of groups) {
      for (const block of revisionDiffs(collection, group, context)) {
        text += block;
        await breather.breathe();
      }
    }
    const { callback } = address.modifiers;
    return callback === undefined
      ? { type: MediaType.Text, body: text }
      : asScript(callback, [JSON.stringify(text)]);
  }
}

/** True when nothing but the document itself is asked for. */
function isPlain({ selects, selector, modifiers }: Address): boolean {
  const { meta, pp, at, live, callback, diff } = modifiers;
  const timeless = at === undefined && !live;
  const untouched = selects.length === 0 && !selector && !meta && !pp;
  return timeless && untouched && callback === undefined && diff === undefined;
}
