import { createHash, randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { historyPath } from '@portolan/client-history';
import { answerError } from '../connection/answered-error.ts';
import type { Transport } from '../connection/transport.ts';
import { given, homeOf } from '../config/config-file.ts';
import { locally, makeFolder } from '../local/local-files.ts';
import { pour } from '../transfer/pour.ts';
import { literal, type SqlEngine } from './engine.ts';
import { nameOf, type SqlTable } from './tables-in.ts';

const NOT_MODIFIED = 304;
/** Documents are those of the provider's users: only the owner of the files may read them. */
const FOLDER_MODE = 0o700;
/** An array of this many bytes has no element. */
const EMPTY_BYTES = 4;
/** The largest document, bytes. */
const DOCUMENT_LIMIT = 256 * 1024 * 1024;

export function exportFolder(env: NodeJS.ProcessEnv, baseUrl: string): string {
  const cache = given(env.XDG_CACHE_HOME) ?? join(homeOf(env), '.cache');
  const service = createHash('sha256').update(baseUrl).digest('hex').slice(0, 16);
  return join(cache, 'portolan', 'history-sql', service);
}

/** What an export needs besides its table. */
export interface ExportContext {
  transport: Transport;
  baseUrl: string;
  folder: string;
  engine: SqlEngine;
  signal: AbortSignal;
  /** Told the bytes that came so far. */
  passed: (bytes: number) => void;
}

/**
 * Brings the export of a collection up to date: a collection that has not changed is not sent again.
 * @returns the Parquet file with a row for each document
 */
export async function keptExport(table: SqlTable, context: ExportContext): Promise<string> {
  const { folder, transport, baseUrl, signal } = context;
  await makeFolder(folder, FOLDER_MODE);
  const file = join(folder, `${table.area}.${nameOf(table)}.parquet`);
  const tagFile = `${file}.etag`;
  const url = `${baseUrl}/api/v2/${pathOf(table)}`;
  const tag = await keptTag(file, tagFile);
  const answer = await transport.open({
    url,
    signal,
    headers: tag === undefined ? {} : { 'if-none-match': tag },
  });
  if (answer.statusCode === NOT_MODIFIED) {
    answer.resume();
    return file;
  }
  if (answer.statusCode !== 200) throw await answerError(answer, 'GET', url);
  // Two commands may export the same collection at once: each has files of its own.
  const draft = `${file}.${randomUUID()}`;
  try {
    await write(answer, `${draft}.json`, context.passed);
    await context.engine.execute(await conversion(`${draft}.json`, draft));
    await locally(file, replaceExport({ draft, file, tagFile }, answer.headers.etag));
  } finally {
    await Promise.all([draft, `${draft}.json`].map((path) => rm(path, { force: true })));
  }
  return file;
}

interface ExportFiles {
  draft: string;
  file: string;
  tagFile: string;
}

async function replaceExport({ draft, file, tagFile }: ExportFiles, tag: string | undefined): Promise<void> {
  await rm(tagFile, { force: true });
  await rename(draft, file);
  if (tag !== undefined) await writeFile(tagFile, tag);
}

const pathOf = ({ area, collection, isAll }: SqlTable): string =>
  historyPath({
    area,
    collection,
    modifiers: { expand: true, meta: true, ...(isAll && { all: true, since: 0 }) },
  });

/** Returns the tag of the kept export; undefined without a whole one. */
async function keptTag(file: string, tagFile: string): Promise<string | undefined> {
  const [tag, isThere] = await Promise.all([
    readFile(tagFile, 'utf8').catch(() => undefined),
    stat(file).then(
      () => true,
      () => false,
    ),
  ]);
  return isThere ? tag : undefined;
}

async function write(
  answer: Parameters<typeof pour>[0],
  path: string,
  passed: (bytes: number) => void,
): Promise<void> {
  const file = await locally(path, open(path, 'w', 0o600));
  let total = 0;
  try {
    await pour(answer, (bytes) =>
      locally(path, file.writeFile(bytes)).then(() => passed((total += bytes.length))),
    );
  } finally {
    await file.close();
  }
}

/** Returns the statement that makes columns of the fields of all documents. Times are columns, too. */
async function conversion(from: string, to: string): Promise<string> {
  const target = `TO ${literal(to)} (FORMAT parquet)`;
  if ((await stat(from)).size <= EMPTY_BYTES)
    return `COPY (SELECT NULL::TIMESTAMP AS _stime, NULL::TIMESTAMP AS _ltime WHERE false) ${target}`;
  const read = `read_json(${literal(from)}, format = 'array', sample_size = -1, maximum_object_size = ${DOCUMENT_LIMIT})`;
  const times = ['stime', 'ltime'].map(
    (name) => `make_timestamp(CAST(${name} AS BIGINT) * 1000) AS _${name}`,
  );
  return `COPY (SELECT data.*, ${times.join(', ')} FROM ${read}) ${target}`;
}
