import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Injectable } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import { CHANGED_SIGNAL } from '../current/refresh.service';
import { withoutEnds } from '../groups/merge-group';
import { canonicalJson } from '../rendering/canonical-json';
import { Revision } from '../revisions/revision';
import { readRecord, type CollectionRevision } from './record';
import { RecordRepository, type ImportCounts } from './record.repository';

/** Records written in one transaction at the most, and their size. */
const BATCH_RECORDS = 500;
const BATCH_CHARACTERS = 2 * 1024 * 1024;

/** Wrong lines that are told at the most. */
const MAX_PROBLEMS = 20;

/** An import that can't be: which lines are wrong, and how. Nothing has been written. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}

/** Loads records into the history: a backup, or the history of another system. */
@Injectable()
export class RecordImport {
  constructor(
    private readonly collections: Collections,
    private readonly states: CollectionStateRepository,
    private readonly records: RecordRepository,
    private readonly signals: Signals,
  ) {}

  /**
   * Reads a file twice: all lines are looked at before the first is written. It can be repeated after
   * whatever went wrong; what is there already stays.
   *
   * @throws {@link ImportRefused} when a line is wrong
   */
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

  private async check(file: string): Promise<void> {
    const problems: string[] = [];
    for await (const { line, number } of linesOf(file)) {
      try {
        this.read(line);
      } catch (error) {
        problems.push(`line ${number}: ${error instanceof Error ? error.message : String(error)}`);
        if (problems.length === MAX_PROBLEMS) break;
      }
    }
    if (problems.length > 0) throw new ImportRefused(problems.join('\n'));
  }

  /** Neighbouring records of one collection, together. */
  private async *batches(file: string): AsyncGenerator<{ collection: string; revisions: Revision[] }> {
    let batch: { collection: string; revisions: Revision[] } | undefined;
    let size = 0;
    for await (const { line } of linesOf(file)) {
      const { collection, revision } = this.read(line);
      const full = batch && (batch.revisions.length >= BATCH_RECORDS || size >= BATCH_CHARACTERS);
      if (batch && (full || batch.collection !== collection)) {
        yield batch;
        batch = undefined;
      }
      if (!batch) {
        batch = { collection, revisions: [] };
        size = 0;
      }
      batch.revisions.push(revision);
      size += revision.json.length;
    }
    if (batch) yield batch;
  }

  private read(line: string): CollectionRevision {
    const record = readRecord(line, (path) => this.collections.at(path)?.name);
    if (this.collections.named(record.collection).source.kind !== 'group') return record;
    const { id, times, data, tags } = record.revision;
    return { ...record, revision: new Revision(id, times, canonicalJson(withoutEnds(data)), tags) };
  }
}

/** The lines of a file that are not empty, numbered from 1. */
async function* linesOf(file: string): AsyncGenerator<{ line: string; number: number }> {
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line.trim() !== '') yield { line, number };
  }
}
