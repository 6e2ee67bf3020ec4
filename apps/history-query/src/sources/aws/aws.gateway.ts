import { Injectable } from '@nestjs/common';
import type {
  CollectionDefinition,
  DetailCall,
  ProviderCall,
  SourceOf,
} from '../../collections/collection-definition';
import { detailInput, detailResult, documentsFrom } from '../../collections/provider-row';
import type { Source, SourceBatch } from '../../collections/source';
import { HistoryConfig } from '../../config/history-config';
import type { Json, JsonObject } from '../../json/json';
import { answerPages, type Fields } from './answer-pages';
import { codeOf } from './aws-question';
import { AwsThreadGateway } from './aws-thread.gateway';
import { ImmutableResults, type KnownResults } from './detail-results';
import { inParallel } from './in-parallel';

/** In `AWS_OWNERS`: images and snapshots of every owner. */
const ALL_OWNERS = 'all';

type AwsSource = SourceOf<'aws'>;

type DetailInput = Readonly<Record<string, string>>;

interface Thing {
  listed: Json;
  details: JsonObject;
}

@Injectable()
export class AwsGateway implements Source {
  private readonly immutable = new ImmutableResults();

  constructor(
    private readonly config: HistoryConfig,
    private readonly thread: AwsThreadGateway,
  ) {}

  offers({ source }: CollectionDefinition): boolean {
    return source.kind === 'aws';
  }

  async *batches({ source, apart }: CollectionDefinition, after: number): AsyncIterable<SourceBatch> {
    if (source.kind !== 'aws') return;
    const pages = this.documents(source, after);
    // Ids that depend on each other need all documents at once; such collections are small.
    yield { moment: undefined, documents: apart ? await joined(pages) : pages };
  }

  /** Yields the documents page by page. A failed call fails the crawl, because missing documents would look deleted. */
  private async *documents(source: AwsSource, after: number): AsyncGenerator<Json[]> {
    const { list, owners, lookBack, details = [] } = source.row;
    const everybody = owners === undefined || this.config.AWS_OWNERS.includes(ALL_OWNERS);
    const input = {
      ...(!everybody && { [owners]: this.config.AWS_OWNERS }),
      ...(lookBack && { [lookBack.field]: new Date(listedFrom(lookBack.ms, after, Date.now())) }),
    };
    const known = this.immutable.crawl(source).get;
    for await (const page of this.pages(source, list, input)) {
      if (!Array.isArray(page)) throw new Error(`${list.operation}: ${list.result} is not a list`);
      let things: Thing[] = page.map((listed) => ({ listed, details: {} }));
      for (const detail of details) things = await this.withDetail(source, detail, things, known);
      yield things.flatMap((thing) => documentsFrom(source.row, thing.listed, thing.details));
    }
  }

  /** Requests a detail of each object; objects deleted in the meantime are left out. */
  private async withDetail(
    source: AwsSource,
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
    source: AwsSource,
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
      const ask = async (): Promise<Json | undefined> =>
        detailResult(detail, await this.whole(source, detail, input), Object.values(input)[0] ?? '');
      return detail.immutable ? known(`${detail.as} ${JSON.stringify(input)}`, ask) : ask();
    });
  }

  /** Requests details in a batch. One deleted object fails the batch; then each is requested alone. */
  private async batch(
    source: AwsSource,
    detail: DetailCall,
    inputs: readonly DetailInput[],
  ): Promise<(Json | undefined)[]> {
    const [field = ''] = Object.keys(detail.from);
    const keys = inputs.map((input) => input[field] ?? '');
    const result = await this.whole(source, detail, { [field]: keys });
    if (result === undefined && inputs.length > 1) {
      const singly: (Json | undefined)[] = [];
      for (const input of inputs) singly.push(...(await this.batch(source, detail, [input])));
      return singly;
    }
    return keys.map((key) => detailResult(detail, result, key));
  }

  /** Returns the result of a detail call: one object, or a list over all its pages; undefined for a deleted object. */
  private async whole(source: AwsSource, detail: DetailCall, input: Fields): Promise<Json | undefined> {
    const list: Json[] = [];
    try {
      for await (const result of this.pages(source, detail, input)) {
        if (!Array.isArray(result)) return result;
        for (const one of result) list.push(one);
      }
      return list;
    } catch (error) {
      if (detail.gone.includes(codeOf(error))) return undefined;
      throw error;
    }
  }

  private async *pages({ row, account }: AwsSource, call: ProviderCall, input: Fields): AsyncGenerator<Json> {
    const send = (fields: Fields): Promise<Fields> =>
      this.thread.ask({ account, service: row.service, call, input: fields });
    for await (const answer of answerPages(call, input, this.config.CRAWL_PAGE_SIZE, send)) {
      yield (answer[call.result] ?? []) as Json;
    }
  }
}

/** The longest that a provider looks back, ms. */
const LONGEST_MS = 90 * 24 * 3_600_000;

/** Returns the time from which on a list with recent entries is read: after a pause, from before the last crawl on. @param after time of that crawl, ms; 0: none */
export function listedFrom(usualMs: number, after: number, now: number): number {
  const usual = now - usualMs;
  if (after === 0) return usual;
  return Math.max(now - LONGEST_MS, Math.min(usual, after - usualMs));
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
