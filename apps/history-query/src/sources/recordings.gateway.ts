import { messageOf } from '@portolan/service';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { CollectionDefinition } from '../collections/collection-definition';
import type { Source, SourceBatch } from '../collections/source';
import { HistoryConfig } from '../config/history-config';
import type { Json } from '../json/json';

/** A recorded cloud: `<folder>/<area>/<collection>/<time>.json`, each file one raw response, or an array with one per page. */
@Injectable()
export class RecordingsGateway implements Source {
  constructor(private readonly config: HistoryConfig) {}

  /** A recording need not contain every collection, but a missing folder is reported with its name. */
  offers({ name, source }: CollectionDefinition): boolean {
    const folder = this.config.RECORDED_CLOUD_DIR;
    if (source.kind !== 'files' || folder === undefined) return false;
    return existsSync(join(folder, name)) || !existsSync(folder);
  }

  async *batches({ name, source }: CollectionDefinition, after: number): AsyncIterable<SourceBatch> {
    if (source.kind !== 'files' || this.config.RECORDED_CLOUD_DIR === undefined) return;
    const folder = join(this.config.RECORDED_CLOUD_DIR, name);
    const recordings = (await readdir(folder)).map((file) => ({ file, moment: recordingTime(file) }));
    for (const { file, moment } of recordings.sort((a, b) => a.moment - b.moment)) {
      if (moment <= after) continue;
      const answer = await readJson(join(folder, file));
      const answers = Array.isArray(answer) ? answer : [answer];
      yield { moment, documents: answers.flatMap((one) => source.documents(one)) };
    }
  }
}

async function readJson(path: string): Promise<Json> {
  const text = await readFile(path, 'utf8');
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new Error(`${path}: ${messageOf(error)}`, { cause: error });
  }
}

/** Returns the time of `2026-10-05T06-00-00Z.json` (some file systems forbid `:`), ms; -Infinity for other files. */
function recordingTime(fileName: string): number {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)(\.\d{3})?Z\.json$/.exec(fileName);
  if (!match) return -Infinity;
  const [, date, hours, minutes, seconds, fraction = ''] = match;
  const time = Date.parse(`${date}T${hours}:${minutes}:${seconds}${fraction}Z`);
  return Number.isNaN(time) ? -Infinity : time;
}
