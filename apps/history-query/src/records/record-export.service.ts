import { Injectable } from '@nestjs/common';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import { recordLine } from './record';
import { RecordRepository } from './record.repository';

/** What one write carries, characters. */
const CHUNK_CHARACTERS = 64 * 1024;

/** Writes the history as records, one a line. */
@Injectable()
export class RecordExport {
  constructor(
    private readonly collections: Collections,
    private readonly states: CollectionStateRepository,
    private readonly records: RecordRepository,
  ) {}

  /**
   * The lines of one collection or of all, in chunks; each collection as of one moment.
   *
   * @throws Error for a collection that does not exist
   */
  async *chunks(path?: string): AsyncGenerator<string> {
    let chunk = '';
    for (const { name } of this.chosen(path)) {
      for await (const revision of this.records.all(await this.states.numberOf(name))) {
        chunk += `${recordLine(name, revision)}\n`;
        if (chunk.length < CHUNK_CHARACTERS) continue;
        yield chunk;
        chunk = '';
      }
    }
    if (chunk !== '') yield chunk;
  }

  private chosen(path: string | undefined): readonly { name: string }[] {
    if (path === undefined) return this.collections.all;
    const found = this.collections.at(path);
    if (!found) throw new Error(`there is no collection ${path}`);
    return [found];
  }
}
