import { Injectable } from '@nestjs/common';
import { notFound } from '@portolan/service';
import type { Address } from '../address/address';
import { parseAddress } from '../address/parse-address';
import { Collections } from '../collections/collections';
import { Breather } from '../cooperative';
import { ByteWriter } from '../rendering/byte-writer';
import { canonicalJson } from '../rendering/canonical-json';
import { jsonPatch } from '../rendering/json-patch';
import { prettyJson } from '../rendering/pretty-json';
import { MediaType, accepts, asScript, type Answer } from './answer';
import { diffWithoutId, nothingToDiff, patchOfMany, unknownRecord } from './query-errors';
import { planQuery, type QueryPlan } from './query-plan';
import { COMPACT_LIST, PRETTY_LIST, judgeByPatterns, listChunks, revisionWriter } from './render-documents';
import { groupById, revisionDiffs } from './revision-diff';
import { RevisionFinder } from './revision-finder.service';

/** A document that needs no work to be sent. */
type DocumentInMemory = Answer & { body: Buffer; tag: string };

/** What makes an address more than a collection's path and one id as they are. */
const SPECIAL = /[;:,%]/;

/** Answers queries: parse, find, project, render. */
@Injectable()
export class QueryService {
  /** Names of collections by the paths that they were asked for at. */
  private readonly paths = new Map<string, string>();

  constructor(
    private readonly collections: Collections,
    private readonly finder: RevisionFinder,
  ) {}

  /**
   * @param wanted `Accept` of the request; a diff can be a JSON Patch
   * @param path what follows `/api/v2/` in the request line, as it was sent, without the query string
   * @param admitScript called when a script is asked for; throws when the client may have none
   * @throws ServiceError: malformed, not found, gone
   */
  async answer(path: string, wanted = '', admitScript?: () => void): Promise<Answer> {
    if (path === '') throw notFound('no such address: /api/v2');
    const address = parseAddress(path);
    if (address.modifiers.callback !== undefined) admitScript?.();
    const plan = planQuery(address, this.collections.find(address));
    const known = this.plainDocument(plan);
    if (known) return known;
    return this.find(plan, accepts(wanted, MediaType.Patch));
  }

  /**
   * The most frequent request: one current document, whole, as memory has it.
   *
   * @param path as for {@link answer}
   * @returns undefined when it is another request, or one that can't be answered
   */
  inMemory(path: string): DocumentInMemory | undefined {
    if (SPECIAL.test(path)) return undefined;
    const slash = path.lastIndexOf('/');
    const collection = this.collectionAt(path.slice(0, slash));
    return collection === undefined ? undefined : this.documentOf(collection, path.slice(slash + 1));
  }

  /**
   * The past of one document: soon there, and small most of the time.
   *
   * @param path as for {@link answer}
   * @returns undefined when it is another request
   * @throws ServiceError: malformed
   */
  pastOfOne(path: string): Promise<Answer> | undefined {
    if (!path.includes(';')) return undefined;
    const address = parseAddress(path);
    const plan = planQuery(address, this.collections.find(address));
    const isPlainJson = address.modifiers.diff === undefined && address.modifiers.callback === undefined;
    return plan.fromHistory && plan.ids?.length === 1 && isPlainJson ? this.find(plan, false) : undefined;
  }

  /** The stored collection that plain documents at a path are of; parsed once for each. */
  private collectionAt(path: string): string | undefined {
    const known = this.paths.get(path);
    if (known !== undefined) return known;
    const collection = this.collections.at(path);
    if (collection) this.paths.set(path, collection.name);
    return collection?.name;
  }

  private plainDocument({ single, address, collection, ids }: QueryPlan): DocumentInMemory | undefined {
    if (!single || !isPlain(address)) return undefined;
    return this.documentOf(collection.name, ids?.[0] ?? '');
  }

  private documentOf(collection: string, id: string): DocumentInMemory | undefined {
    const revision = this.finder.inMemory(collection, id);
    return revision && { type: MediaType.Json, body: revision.bytes, tag: revision.tag };
  }

  private async find(plan: QueryPlan, asPatch: boolean): Promise<Answer> {
    const { diff, callback } = plan.address.modifiers;
    if (diff !== undefined) return asPatch ? this.patch(plan) : this.diff(plan, diff);
    const version = this.finder.versionOf(plan);
    const chunks = await (plan.single ? this.document(plan) : plan.expand ? this.list(plan) : this.ids(plan));
    const answer =
      callback === undefined ? { type: MediaType.Json, body: chunks } : asScript(callback, chunks);
    return { ...answer, ...version };
  }

  private async document(plan: QueryPlan): Promise<Iterable<Buffer>> {
    const [revision] = await this.finder.find(plan);
    const { meta, pp } = plan.address.modifiers;
    // Just as it is stored.
    if (revision && !meta && !pp && !plan.address.selector) return [revision.bytes];
    const writer = new ByteWriter();
    if (!revision || !revisionWriter(plan.collection, plan.address)(revision, writer))
      throw unknownRecord(plan.collection.name, plan.ids?.[0] ?? '');
    return [writer.take()];
  }

  private async list(plan: QueryPlan): Promise<Iterable<Buffer>> {
    const write = revisionWriter(plan.collection, plan.address, 1);
    const frame = plan.address.modifiers.pp ? PRETTY_LIST : COMPACT_LIST;
    const revisions = await this.finder.find(plan);
    await judgeByPatterns(revisions, plan.address);
    return listChunks(revisions, frame, write);
  }

  private async ids(plan: QueryPlan): Promise<Iterable<Buffer>> {
    const ids = await this.finder.findIds(plan);
    return [Buffer.from(plan.address.modifiers.pp ? prettyJson(ids, undefined) : JSON.stringify(ids))];
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
    const patch = jsonPatch(oldest.data, newest.data);
    const { pp, callback } = plan.address.modifiers;
    const body = pp ? prettyJson(patch, undefined) : canonicalJson(patch);
    return callback === undefined ? { type: MediaType.Patch, body } : asScript(callback, [Buffer.from(body)]);
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
      : asScript(callback, [Buffer.from(JSON.stringify(text))]);
  }
}

/** True when nothing but the document itself is asked for. */
function isPlain({ selects, selector, modifiers }: Address): boolean {
  const { meta, pp, at, live, callback, diff } = modifiers;
  const timeless = at === undefined && !live;
  const untouched = selects.length === 0 && !selector && !meta && !pp;
  return timeless && untouched && callback === undefined && diff === undefined;
}
