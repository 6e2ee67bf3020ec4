import { createWriteStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Signals } from '@portolan/messaging';
import { createService, loadConfig, migrate, type ServiceDefinition, messageOf } from '@portolan/service';
import type { HistoryConfig } from '../config/history-config';
import { PackingService } from '../packing/packing.service';
import { RecordsService } from './records.service';

const USAGE = 'usage: import FILE | export [area/collection] [--to FILE] | pack | unpack';

const PACKING = ['pack', 'unpack'];

/** Time limit of Redis, which only speeds up notifications, ms. */
const REDIS_LIMIT_MS = 2000;

export interface Output {
  out: Writable;
  err: Writable;
}

/** Runs a command on the database of `DATABASE_URL`. @returns the exit code @throws Error for invalid settings or an unreachable database */
export async function runRecords(
  service: ServiceDefinition<HistoryConfig>,
  [command, ...rest]: readonly string[],
  env: NodeJS.ProcessEnv,
  output: Output,
): Promise<number> {
  const isPacking = PACKING.includes(command ?? '') && rest.length === 0;
  if (command !== 'export' && !isPacking && (command !== 'import' || rest.length !== 1)) {
    output.err.write(`${USAGE}\n`);
    return 1;
  }
  const config = loadConfig(service.config, { ...env, LOG_LEVEL: 'error' });
  // A service waits for its database; a command reports that it is unreachable.
  await migrate(config.DATABASE_URL, service.migrations);
  const app = await createService(service, config);
  try {
    const records = app.get(RecordsService);
    if (isPacking) await runPacking(app.get(PackingService), command === 'pack', output);
    else if (command === 'import') await runImport(records, app.get(Signals), rest[0] ?? '', output);
    else await runExport(records, rest, output);
    return 0;
  } catch (error) {
    output.err.write(`${messageOf(error)}\n`);
    return 1;
  } finally {
    await app.close();
  }
}

async function runPacking(packing: PackingService, isPack: boolean, { out }: Output): Promise<void> {
  const count = await (isPack ? packing.packEverything() : packing.unpackEverything());
  out.write(
    `${count} past revisions ${isPack ? 'packed' : 'moved back to rows; none are packed until "pack"'}\n`,
  );
}

async function runImport(records: RecordsService, signals: Signals, file: string, { out, err }: Output) {
  const began = Date.now();
  const redis = await reachable(signals);
  const { added, updated, kept, collections } = await records.import(file);
  // Signals are sent in order: a later answer of Redis means that they have arrived.
  if (!redis || !(await reachable(signals)))
    err.write('Redis is unreachable: the services show the changes at their next refresh\n');
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

async function runExport(records: RecordsService, args: readonly string[], { out }: Output): Promise<void> {
  const option = args.indexOf('--to');
  const file = option < 0 ? undefined : args[option + 1];
  if (option >= 0 && file === undefined) throw new Error(USAGE);
  const [path] = args.filter((_arg, index) => option < 0 || (index !== option && index !== option + 1));
  const chunks = Readable.from(records.export(path), { objectMode: false });
  await pipeline(chunks, file === undefined ? out : createWriteStream(file), { end: file !== undefined });
}
