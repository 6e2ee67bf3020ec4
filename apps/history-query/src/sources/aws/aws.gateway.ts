import { Injectable } from '@nestjs/common';
import type { CollectionDefinition, ProviderSource } from '../../collections/collection-definition';
import type { DetailCall, ProviderCall } from '../../collections/provider-call';
import { detailInput, detailResult, documentsFrom } from '../../collections/provider-row';
import { HistoryConfig } from '../../history-config';
import type { Json, JsonObject } from '../../json';
import type { Source, SourceBatch } from '../source';
import { answerPages, type Fields } from './answer-pages';
import { codeOf } from './aws-errors';
import { AwsThread } from './aws-thread.gateway';
import { ImmutableResults, type KnownResults } from './immutable-results';
import { inParallel } from './in-parallel';

/** Of `AWS_OWNERS`: images and snapshots of everybody. */
const ALL_OWNERS = 'all';

/** What tells one thing in a request about it. */
type DetailInput = Readonly<Record<string, string>>;

/** What was listed, with what was asked about it. */
interface Thing {
  listed: Json;
  details: JsonObject;
}

/** Collections of AWS accounts: the calls of their rows, carried out. */
@Injectable()
export class AwsGateway implements Source {
  private readonly immutable = new ImmutableResults();

  constructor(
    private readonly config: HistoryConfig,
    private readonly thread: AwsThread,
  ) {}

  offers({ source }: CollectionDefinition): boolean {
    return source.kind === 'aws';
  }

  async *batches({ source, apart }: CollectionDefinition): AsyncIterable<SourceBatch> {
    if (source.kind !== 'aws') return;
    const pages = this.documents(source);
    // Ids that depend on each other need all documents at once; such collections are small.
    yield { moment: undefined, documents: apart ? await joined(pages) : pages };
  }

  /**
   * The documents, page by page. All or nothing: a call that fails fails the crawl, for what is missing would
   * look deleted.
   */
  private async *documents(source: ProviderSource): AsyncGenerator<Json[]> {
    const { list, owners, details = [] } = source.row;
    const everybody = owners === undefined || this.config.AWS_OWNERS.includes(ALL_OWNERS);
    const input = everybody ? {} : { [owners]: this.config.AWS_OWNERS };
    const known = this.immutable.crawl(source);
    for await (const page of this.pages(source, list, input)) {
      if (!Array.isArray(page)) throw new Error(`${list.operation}: ${list.result} is no list`);
      let things: Thing[] = page.map((listed) => ({ listed, details: {} }));
      for (const detail of details) things = await this.withDetail(source, detail, things, known);
      yield things.flatMap((thing) => documentsFrom(source.row, thing.listed, thing.details));
    }
  }

  /** Asks about each thing; those that have been deleted meanwhile are left out. */
  private async withDetail(
    source: ProviderSource,
    detail: DetailCall,
    things: readonly Thing[],
    known: KnownResults,
  ): Promise<Thing[]> {
    const inputs = things.map(({ listed }) => detailInput(detail, listed));
    const results = await this.results(source, detail, inputs, known);
    return things.flatMap(({ listed, details }, index) => {
      const result = results[index];
      return result === undefined ? [] : [{ listed, details: { ...details, [detail.as]: result } }];
    });
  }

  private async results(
    source: ProviderSource,
    detail: DetailCall,
    inputs: readonly DetailInput[],
    known: KnownResults,
  ): Promise<(Json | undefined)[]> {
    const limit = this.config.AWS_CONCURRENCY;
    if (detail.batch) {
      const batches = chunks(inputs, detail.batch.size);
      return (await inParallel(batches, limit, (batch) => this.batch(source, detail, batch))).flat();
    }
    return inParallel(inputs, limit, (input) => {
      const ask = (): Promise<Json | undefined> => this.one(source, detail, input);
      return detail.immutable ? known.get(`${detail.as} ${JSON.stringify(input)}`, ask) : ask();
    });
  }

  private async one(
    source: ProviderSource,
    detail: DetailCall,
    input: DetailInput,
  ): Promise<Json | undefined> {
    const result = await this.unlessGone(detail, () => this.whole(source, detail, input));
    return detailResult(detail, result, Object.values(input)[0] ?? '');
  }

  /** Asks for many at once. One that is gone spoils the answer, so then each is asked for by itself. */
  private async batch(
    source: ProviderSource,
    detail: DetailCall,
    inputs: readonly DetailInput[],
  ): Promise<(Json | undefined)[]> {
    const [field = ''] = Object.keys(detail.from);
    const keys = inputs.map((input) => input[field] ?? '');
    const result = await this.unlessGone(detail, () => this.whole(source, detail, { [field]: keys }));
    if (result === undefined && inputs.length > 1) {
      const singly: (Json | undefined)[] = [];
      for (const input of inputs) singly.push(...(await this.batch(source, detail, [input])));
      return singly;
    }
    return keys.map((key) => detailResult(detail, result, key));
  }

  private async unlessGone<R>({ gone }: DetailCall, ask: () => Promise<R>): Promise<R | undefined> {
    try {
      return await ask();
    } catch (error) {
      if (gone.includes(codeOf(error))) return undefined;
      throw error;
    }
  }

  /** The result of a call: one thing, or a list over all its pages. */
  private async whole(source: ProviderSource, call: ProviderCall, input: Fields): Promise<Json> {
    const list: Json[] = [];
    for await (const result of this.pages(source, call, input)) {
      if (!Array.isArray(result)) return result;
      for (const one of result) list.push(one);
    }
    return list;
  }

  /** The results of a call, page by page. */
  private async *pages(
    { row, account }: ProviderSource,
    call: ProviderCall,
    input: Fields,
  ): AsyncGenerator<Json> {
    const send = (fields: Fields): Promise<Fields> =>
      this.thread.ask({ account, service: row.service, call, input: fields });
    for await (const answer of answerPages(call, input, this.config.CRAWL_PAGE_SIZE, send)) {
      yield (answer[call.result] ?? []) as Json;
    }
  }
}

async function joined(pages: AsyncIterable<Json[]>): Promise<Json[]> {
  const all: Json[] = [];
  for await (const page of pages) for (const one of page) all.push(one);
  return all;
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const result: T[][] = [];
  for (let start = 0; start < items.length; start += size) result.push(items.slice(start, start + size));
  return result;
}
