import { createWriteStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Signals } from '@portolan/messaging';
import { createService, loadConfig, migrate } from '@portolan/service';
import { migrations } from '../../migrations';
import { HistoryConfig } from '../history-config';
import { historyQuery } from '../service-definition';
import { RecordExport } from './record-export.service';
import { RecordImport } from './record-import.service';

const USAGE = 'usage: import FILE | export [area/collection] [--to FILE]';

/** How long to wait for Redis, which only brings the news faster, ms. */
const REDIS_LIMIT_MS = 2000;

/** Where a command writes. */
export interface Output {
  out: Writable;
  err: Writable;
}

/**
 * The commands `import FILE` and `export [collection] [--to FILE]` on the database of `DATABASE_URL`.
 *
 * @returns the exit code: 0, or 1 with the reason on `err`
 * @throws Error when the settings are wrong or the database is not there
 */
export async function runRecords(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  output: Output,
): Promise<number> {
  const [command, ...rest] = args;
  const known = command === 'export' || (command === 'import' && rest.length === 1);
  if (!known) {
    output.err.write(`${USAGE}\n`);
    return 1;
  }
  const config = loadConfig(HistoryConfig, { ...env, LOG_LEVEL: 'error' });
  // A service waits for its database; a command says that there is none.
  await migrate(config.DATABASE_URL, migrations);
  const app = await createService(historyQuery, config);
  try {
    if (command === 'import') await runImport(app.get(RecordImport), app.get(Signals), rest[0] ?? '', output);
    else await runExport(app.get(RecordExport), rest, output);
    return 0;
  } catch (error) {
    output.err.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    await app.close();
  }
}

async function runImport(
  records: RecordImport,
  signals: Signals,
  file: string,
  { out, err }: Output,
): Promise<void> {
  const began = Date.now();
  const redis = await reachable(signals);
  const { added, updated, kept, collections } = await records.import(file);
  // The news have been sent when Redis has answered what was asked after them.
  if (!redis || !(await reachable(signals))) {
    err.write('Redis is away: the services show what is new at their next refresh\n');
  }
  const total = added + updated + kept;
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  out.write(
    `imported ${total} records in ${seconds} s: ${added} new, ${updated} updated, ${kept} known before` +
      `${collections.length > 0 ? ` (${collections.join(', ')})` : ''}\n`,
  );
}

async function reachable(signals: Signals): Promise<boolean> {
  const deadline = Date.now() + REDIS_LIMIT_MS;
  for (;;) {
    try {
      await signals.ping();
      return true;
    } catch {
      if (Date.now() > deadline) return false;
      await delay(50);
    }
  }
}

async function runExport(records: RecordExport, args: readonly string[], { out }: Output): Promise<void> {
  const option = args.indexOf('--to');
  const file = option < 0 ? undefined : args[option + 1];
  if (option >= 0 && file === undefined) throw new Error(USAGE);
  const [path] = args.filter((_arg, index) => option < 0 || (index !== option && index !== option + 1));
  const chunks = Readable.from(records.chunks(path), { objectMode: false });
  await pipeline(chunks, file === undefined ? out : createWriteStream(file), { end: file !== undefined });
}
