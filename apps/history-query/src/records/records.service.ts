import { messageOf } from '@portolan/service';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Injectable } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import { CHANGED_SIGNAL } from '../current/refresh.service';
import { withoutEnds } from '../groups/group-document';
import { canonicalJson } from '../json/json';
import type { Revision } from '../revisions/revision';
import { readRecord, recordLine, type CollectionRevision } from './record';
import { RecordRepository, type ImportCounts } from './record.repository';

/** Limits of one transaction: records and size. */
const BATCH_RECORDS = 500;
const BATCH_CHARACTERS = 2 * 1024 * 1024;

const MAX_PROBLEMS = 20;

/** Size of one write of an export, characters. */
const CHUNK_CHARACTERS = 64 * 1024;

/** A refused import with its invalid lines. Nothing has been written. */
class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}

/** Loads records into the history, of a backup or of another system, and writes the history as records, one per line. */
@Injectable()
export class RecordsService {
  constructor(
    private readonly collections: Collections,
    private readonly states: CollectionStateRepository,
    private readonly records: RecordRepository,
    private readonly signals: Signals,
  ) {}

  /** Validates all lines of a file before it writes the first. Can be repeated after any failure: a stored revision is kept or updated. @throws {@link ImportRefused} for invalid lines */
  async import(file: string): Promise<ImportCounts & { collections: string[] }> {
    await this.check(file);
    const counts = { added: 0, updated: 0, kept: 0 };
    const touched = new Set<string>();
    for await (const { collection, revisions } of this.batches(file)) {
      const result = await this.records.add(await this.states.numberOf(collection), revisions);
      for (const key of ['added', 'updated', 'kept'] as const) counts[key] += result[key];
      if (result.added + result.updated > 0) touched.add(collection);
    }
    for (const name of touched) {
      await this.records.recount(await this.states.numberOf(name));
      this.signals.send(CHANGED_SIGNAL, name);
    }
    return { ...counts, collections: [...touched] };
  }

  /** Yields the lines of one collection or of all, each as of one moment. @throws Error for an unknown collection */
  async *export(path?: string): AsyncGenerator<string> {
    const chosen = path === undefined ? this.collections.all : [this.collections.at(path)];
    let chunk = '';
    for (const collection of chosen) {
      if (!collection) throw new Error(`no collection ${path}`);
      for await (const revision of this.records.all(await this.states.numberOf(collection.name))) {
        chunk += `${recordLine(collection.name, revision)}\n`;
        if (chunk.length < CHUNK_CHARACTERS) continue;
        yield chunk;
        chunk = '';
      }
    }
    if (chunk !== '') yield chunk;
  }

  private async check(file: string): Promise<void> {
    const problems: string[] = [];
    for await (const { line, number } of linesOf(file)) {
      try {
        this.read(line);
      } catch (error) {
        problems.push(`line ${number}: ${messageOf(error)}`);
        if (problems.length === MAX_PROBLEMS) break;
      }
    }
    if (problems.length > 0) throw new ImportRefused(problems.join('\n'));
  }

  /** Yields consecutive records of one collection together. */
  private async *batches(file: string): AsyncGenerator<{ collection: string; revisions: Revision[] }> {
    let batch = { collection: '', revisions: [] as Revision[] };
    let size = 0;
    for await (const { line } of linesOf(file)) {
      const { collection, revision } = this.read(line);
      const full = batch.revisions.length >= BATCH_RECORDS || size >= BATCH_CHARACTERS;
      if (full || batch.collection !== collection) {
        if (batch.revisions.length > 0) yield batch;
        batch = { collection, revisions: [] };
        size = 0;
      }
      batch.revisions.push(revision);
      size += revision.json.length;
    }
    if (batch.revisions.length > 0) yield batch;
  }

  private read(line: string): CollectionRevision {
    const { collection, revision } = readRecord(line, (path) => this.collections.at(path)?.name);
    if (this.collections.named(collection).source.kind !== 'group') return { collection, revision };
    return { collection, revision: revision.with({}, canonicalJson(withoutEnds(revision.data))) };
  }
}

async function* linesOf(file: string): AsyncGenerator<{ line: string; number: number }> {
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line.trim() !== '') yield { line, number };
  }
}
