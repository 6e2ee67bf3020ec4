import { Injectable } from '@nestjs/common';
import { notFound } from '@portolan/service';
import type { Address } from '../address/address';
import { parseAddress } from '../address/parse-address';
import { Collections } from '../collections/collections';
import { Breather } from '../cooperative';
import { prettyJson } from '../rendering/pretty-json';
import type { Revision } from '../revisions/revision';
import { MediaType, asScript, type Answer } from './answer';
import { diffWithoutId, nothingToDiff, unknownRecord } from './query-errors';
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
  ) {}

  /**
   * @param path what follows `/api/v2/` in the request line, as it was sent, without the query string
   * @throws ServiceError: malformed, not found, gone
   */
  async answer(path: string): Promise<Answer> {
    if (path === '') throw notFound('no such address: /api/v2');
    const address = parseAddress(path);
    const plan = planQuery(address, this.collections.find(address));
    const { diff, callback } = address.modifiers;
    if (diff !== undefined) return this.diff(plan, diff);
    if (plan.single && isPlain(address)) return this.whole(plan);
    const revisions = await this.finder.find(plan);
    const pieces = plan.single ? [this.document(plan, revisions)] : this.list(plan, revisions);
    return callback === undefined ? { type: MediaType.Json, body: pieces } : asScript(callback, pieces);
  }

  /** The most frequent request: one current document, whole, from memory. */
  private async whole(plan: QueryPlan): Promise<Answer> {
    const revision =
      this.finder.inMemory(plan.collection.name, plan.ids?.[0] ?? '') ?? (await this.finder.find(plan))[0];
    return { type: MediaType.Json, body: revision!.bytes };
  }

  private document(plan: QueryPlan, [revision]: readonly Revision[]): string {
    const text = revision && documentRenderer(plan.collection, plan.address)(revision);
    if (text === undefined) throw unknownRecord(plan.collection.name, plan.ids?.[0] ?? '');
    return text;
  }

  private list(plan: QueryPlan, revisions: readonly Revision[]): Iterable<string> {
    const { pp } = plan.address.modifiers;
    if (!plan.expand) {
      const ids = revisions.map(({ id }) => id);
      return [pp ? prettyJson(ids, undefined) : JSON.stringify(ids)];
    }
    const render = documentRenderer(plan.collection, plan.address, 1);
    return renderList(revisions, pp ? PRETTY_LIST : COMPACT_LIST, render);
  }

  private async diff(plan: QueryPlan, context: NonNullable<Address['modifiers']['diff']>): Promise<Answer> {
    const { collection, ids, address } = plan;
    if (!ids) throw diffWithoutId(collection.name);
    const groups = groupById(await this.finder.find(plan));
    const most = Math.max(0, ...groups.map(({ length }) => length));
    if (most === 0) throw unknownRecord(collection.name, ids.join(','));
    if (most < 2) throw nothingToDiff(most);
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
  const { meta, pp, at, live, callback } = modifiers;
  return (
    selects.length === 0 && !selector && !meta && !pp && at === undefined && !live && callback === undefined
  );
}
