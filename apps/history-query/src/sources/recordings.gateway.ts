import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { CollectionDefinition } from '../collections/collection-definition';
import { HistoryConfig } from '../history-config';
import type { Json } from '../json';
import { recordingTime } from './recording-name';
import type { Source, SourceBatch } from './source';

/**
 * A recorded cloud: `<folder>/<area>/<collection>/<time>.json`, each file one raw answer of the provider
 * (or an array of answers, one a page) with the time it was given in its name.
 */
@Injectable()
export class RecordingsGateway implements Source {
  constructor(private readonly config: HistoryConfig) {}

  /** A recording need not have every collection; one that is not there at all is offered, and fails by its name. */
  offers({ name, source }: CollectionDefinition): boolean {
    const folder = this.config.RECORDED_CLOUD_DIR;
    if (source.kind !== 'files' || folder === undefined) return false;
    return existsSync(join(folder, name)) || !existsSync(folder);
  }

  async *batches({ name, source }: CollectionDefinition, after: number): AsyncIterable<SourceBatch> {
    if (source.kind !== 'files' || this.config.RECORDED_CLOUD_DIR === undefined) return;
    const folder = join(this.config.RECORDED_CLOUD_DIR, name);
    for (const { file, moment } of await recordingsIn(folder)) {
      if (moment <= after) continue;
      const answer = await readJson(join(folder, file));
      const answers = Array.isArray(answer) ? answer : [answer];
      yield { moment, documents: answers.flatMap((one) => source.documents(one)) };
    }
  }
}

async function recordingsIn(folder: string): Promise<{ file: string; moment: number }[]> {
  const recordings: { file: string; moment: number }[] = [];
  for (const file of await readdir(folder)) {
    const moment = recordingTime(file);
    if (moment !== undefined) recordings.push({ file, moment });
  }
  return recordings.sort((a, b) => a.moment - b.moment);
}

async function readJson(path: string): Promise<Json> {
  const text = await readFile(path, 'utf8');
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : 'no JSON'}`, { cause: error });
  }
}
