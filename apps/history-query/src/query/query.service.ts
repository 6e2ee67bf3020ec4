import { Injectable } from '@nestjs/common';
import { notFound, prefers } from '@portolan/service';
import { LRUCache } from 'lru-cache';
import { API_PATH } from '../address/api-path';
import { parseAddress, type Address } from '../address/parse-address';
import { CODING_THRESHOLD, MediaType, wholeOrChunks, type Answer } from '../answers/answer';
import { asScript } from '../answers/script-answer';
import { Collections } from '../collections/collections';
import type { Matches } from '../current/select-index';
import { diffWithoutId, nothingToDiff, patchOfMany, unknownRecord } from '../errors/document-errors';
import { canonicalJson } from '../json/json';
import { ByteWriter } from '../json/json-bytes';
import { prettyJson } from '../json/pretty-json';
import type { Revision } from '../revisions/revision';
import { TimeSlicer } from '../time-slices/time-slices';
import { hasPattern } from './field-projection';
import { TrailService } from '../trail/trail.service';
import type { WhoOf } from '../trail/who-changed';
import { planQuery, type QueryPlan } from './query-plan';
import { COMPACT_LIST, PRETTY_LIST, tryPatterns, listChunks, revisionWriter } from './render-documents';
import { groupById, revisionDiffs, revisionPatch } from './revision-diff';
import { RevisionFinderService } from './revision-finder.service';

/** An answer that is sent unchanged from memory. */
export type AnswerInMemory = Answer & { body: Buffer; tag: string };

/** Number of lists that are kept. */
const MAX_KEPT = 5000;

/** An address with select arguments. */
const SELECTING = /;[^_;:]/;

/** Characters of addresses that are more than a collection's path and one plain id. */
const SPECIAL = /[;:,%]/;

@Injectable()
export class QueryService {
  /** Lists of current documents that fit into one packet, by path; valid until the collection changes. */
  private readonly lists = new LRUCache<string, AnswerInMemory & { collection: string }>({ max: MAX_KEPT });

  /** Shared by lists that are rendered at once, because the memory of a writer costs more than a short list. */
  private readonly shortLists = new ByteWriter();

  constructor(
    private readonly collections: Collections,
    private readonly finder: RevisionFinderService,
    private readonly trail: TrailService,
  ) {}

  /**
   * Answers a query.
   * @param path as sent after `/api/v2/`, without query string
   * @param wanted `Accept`
   * @param admitScript throws to refuse a script
   * @throws ServiceError: malformed, not found, gone
   */
  async answer(path: string, wanted: string, admitScript: () => void): Promise<Answer> {
    if (path === '') throw notFound(`no such address: /${API_PATH}`);
    const address = parseAddress(path);
    if (address.modifiers.callback !== undefined) admitScript();
    const plan = planQuery(address, this.collections.find(address));
    const { diff } = address.modifiers;
    if (plan.single && isPlain(address)) {
      const known = this.documentOf(plan.collection.name, plan.ids?.[0] ?? '');
      if (known) return known;
    }
    if (diff === undefined) return this.keep(path, plan, await this.find(plan));
    return prefers(wanted, MediaType.Patch) ? this.patch(plan) : this.diff(plan, diff);
  }

  /**
   * Answers the most frequent requests from memory: one current document as a whole, lists that were requested before, and
   * selects by index. Returns undefined for all other requests and for errors.
   */
  inMemory(path: string): AnswerInMemory | undefined {
    const list = this.lists.get(path);
    if (list && this.finder.changeSeqOf(list.collection) === list.position) return list;
    if (SELECTING.test(path)) return this.selectedInMemory(path);
    if (SPECIAL.test(path)) return undefined;
    const slash = path.lastIndexOf('/');
    const collection = this.collections.at(path.slice(0, slash));
    return collection && this.documentOf(collection.name, path.slice(slash + 1));
  }

  private selectedInMemory(path: string): AnswerInMemory | undefined {
    const plan = this.planOf(path);
    if (!plan) return undefined;
    const { address, collection, expand } = plan;
    const { callback, diff, who } = address.modifiers;
    if (callback !== undefined || diff !== undefined || who) return undefined;
    if (address.selector && hasPattern(address.selector)) return undefined;
    const found = this.finder.selectedInMemory(plan);
    const { tag, position } = this.finder.versionOf(plan);
    if (!found || tag === undefined || position === undefined) return undefined;
    // The rest of a list that was too long is dropped.
    this.shortLists.cut(0);
    const chunks = expand ? this.render(plan, found.revisions, this.shortLists) : idsOfMatches(plan, found);
    const body = wholeOrChunks(chunks);
    if (!Buffer.isBuffer(body) || body.length >= CODING_THRESHOLD) return undefined;
    const answer = { type: MediaType.Json, body, tag, position, collection: collection.name };
    this.lists.set(path, answer);
    return answer;
  }

  /** Returns the plan of an address; undefined for an invalid one, whose error is reported where it can be thrown. */
  private planOf(path: string): QueryPlan | undefined {
    try {
      const address = parseAddress(path);
      return planQuery(address, this.collections.find(address));
    } catch {
      return undefined;
    }
  }

  private keep(path: string, { collection, address }: QueryPlan, answer: Answer): Answer {
    const { tag, position } = answer;
    if (tag === undefined || position === undefined || address.modifiers.callback !== undefined)
      return answer;
    const body = wholeOrChunks(answer.body);
    if (Buffer.isBuffer(body) && body.length < CODING_THRESHOLD)
      this.lists.set(path, { ...answer, tag, body, collection: collection.name });
    return { ...answer, body };
  }

  private documentOf(collection: string, id: string): AnswerInMemory | undefined {
    const revision = this.finder.inMemory(collection, id);
    return revision && { type: MediaType.Json, body: revision.bytes, tag: revision.tag };
  }

  private async find(plan: QueryPlan): Promise<Answer> {
    // Events become known later than the documents: no version of the collection covers them.
    const version = plan.address.modifiers.who ? {} : this.finder.versionOf(plan);
    const chunks = await (plan.single ? this.document(plan) : plan.expand ? this.list(plan) : this.ids(plan));
    return { ...answerOf(plan, { type: MediaType.Json, body: chunks }, () => chunks), ...version };
  }

  private async document(plan: QueryPlan): Promise<Iterable<Buffer>> {
    const [revision] = await this.finder.find(plan);
    const who = await this.whoIn(plan, revision ? [revision] : []);
    const { meta, pp } = plan.address.modifiers;
    // Exactly as stored.
    if (revision && !meta && !pp && !plan.address.selector) return [revision.bytes];
    const writer = new ByteWriter();
    if (!revision || !revisionWriter(plan.collection, plan.address, 0, who)(revision, writer))
      throw unknownRecord(plan.collection.name, plan.ids?.[0] ?? '');
    return [writer.take()];
  }

  private async list(plan: QueryPlan): Promise<Iterable<Buffer>> {
    const revisions = await this.finder.find(plan);
    const who = await this.whoIn(plan, revisions);
    await tryPatterns(revisions, plan.address, who);
    return this.render(plan, revisions, undefined, who);
  }

  private async whoIn(plan: QueryPlan, revisions: readonly Revision[]): Promise<WhoOf | undefined> {
    return plan.address.modifiers.who ? this.trail.whoChanged(plan.collection, revisions) : undefined;
  }

  private render(
    { collection, address }: QueryPlan,
    revisions: readonly Revision[],
    writer?: ByteWriter,
    who?: WhoOf,
  ): Iterable<Buffer> {
    const frame = address.modifiers.pp ? PRETTY_LIST : COMPACT_LIST;
    return listChunks(revisions, frame, revisionWriter(collection, address, 1, who), writer);
  }

  private async ids(plan: QueryPlan): Promise<Iterable<Buffer>> {
    return idsOf(plan, await this.finder.findIds(plan));
  }

  /** Returns all revisions to compare, by id. */
  private async comparable(plan: QueryPlan): Promise<ReturnType<typeof groupById>> {
    const { collection, ids } = plan;
    if (!ids) throw diffWithoutId(collection.name);
    const groups = groupById(await this.finder.find(plan));
    const most = Math.max(0, ...groups.map(({ length }) => length));
    if (most === 0) throw unknownRecord(collection.name, ids.join(','));
    if (most < 2) throw nothingToDiff(most);
    return groups;
  }

  private async patch(plan: QueryPlan): Promise<Answer> {
    const [revisions, another] = await this.comparable(plan);
    if (!revisions || another) throw patchOfMany();
    const patch = canonicalJson(revisionPatch(revisions));
    const body = plan.address.modifiers.pp ? prettyJson(patch) : patch;
    return answerOf(plan, { type: MediaType.Patch, body }, () => [Buffer.from(body)]);
  }

  private async diff(plan: QueryPlan, context: NonNullable<Address['modifiers']['diff']>): Promise<Answer> {
    const groups = await this.comparable(plan);
    const slicer = new TimeSlicer();
    let body = '';
    for (const group of groups) {
      for (const block of revisionDiffs(plan.collection, group, context)) {
        body += block;
        await slicer.yieldIfDue();
      }
    }
    return answerOf(plan, { type: MediaType.Text, body }, () => [Buffer.from(JSON.stringify(body))]);
  }
}

function idsOf({ address }: QueryPlan, ids: readonly string[]): Iterable<Buffer> {
  const json = JSON.stringify(ids);
  return [Buffer.from(address.modifiers.pp ? prettyJson(json) : json)];
}

function idsOfMatches(plan: QueryPlan, { revisions, ids }: Matches): Iterable<Buffer> {
  if (ids !== undefined && !plan.address.modifiers.pp) return [Buffer.from(ids)];
  return idsOf(
    plan,
    revisions.map(({ id }) => id),
  );
}

/** Returns the answer, or with `_callback` the script that passes it as JSON. */
function answerOf(plan: QueryPlan, answer: Answer, asJson: () => Iterable<Buffer>): Answer {
  const { callback } = plan.address.modifiers;
  return callback === undefined ? answer : asScript(callback, asJson());
}

function isPlain({ selects, selector, modifiers }: Address): boolean {
  const { meta, pp, at, live, callback, diff } = modifiers;
  const timeless = at === undefined && !live;
  const untouched = selects.length === 0 && !selector && !meta && !pp;
  return timeless && untouched && callback === undefined && diff === undefined;
}
