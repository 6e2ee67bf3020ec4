import { Option } from 'commander';
import { findDocument, findDocuments, findIds, getStatus } from '@portolan/client-history';
import { usageError } from '../../failure/cli-error.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { historyClient } from '../../session/history-api.ts';
import type { Session } from '../../session/session.ts';
import { WATCH_OPTION, showList, type WatchOption } from '../../session/lists.ts';
import {
  DOCUMENT_ARGUMENT,
  addressOf,
  documentOf,
  queryOf,
  selectsDocuments,
  selectsTimes,
  type QueryOptions,
} from './address.ts';
import { COLLECTION_COLUMNS, ID_COLUMNS, documentColumns, namesOf, type Document } from './columns.ts';
import { jsonOf } from '../../output/printer.ts';

/** People get dates as texts; data formats have them as the API does, in ms. */
const readable = ({ printer }: Session): { pp?: true } => (printer.isForPeople ? { pp: true } : {});

type ListOptions = QueryOptions & WatchOption & { expand?: boolean; updated?: boolean };

/** The options of `list` that select documents; the list of collections has none. */
const SELECTING = ['at', 'since', 'until', 'limit', 'where', 'fields', 'expand', 'updated'] as const;

/** @throws CliError when an option would be ignored, because no collection is named */
function refuseSelection(options: ListOptions): void {
  const given = SELECTING.find((name) => options[name] !== undefined);
  if (given !== undefined)
    throw usageError(`--${given} needs an address`, 'for example: portolan history list view/instances');
}

export function registerReads(group: PortolanCommand): void {
  selectsTimes(group.command('get'))
    .description('Show a document, now or at another time.')
    .argument(...DOCUMENT_ARGUMENT)
    .option('--fields <fields>', 'only these fields: instanceId,state:(name)')
    .option('--all', 'all revisions, with their times')
    .needsOption('limit', 'all')
    .examples(
      'portolan history get view/instances/i-0db000001 --at 2026-10-07T12:00:00Z',
      'portolan history get view/instances/i-0db000001 --all -o json',
    )
    .sessionAction(async (session, address: string, options: QueryOptions & { all?: boolean }) => {
      const { id } = documentOf(address, 'get');
      const modifiers = { ...(options.all && { all: true, meta: true }), ...readable(session) };
      const query = { ...queryOf(address, options, modifiers), id };
      const found = await findDocument<Document | Document[]>(historyClient(session), query);
      const all = Array.isArray(found) ? found : [found];
      noteMissingFields(session, options.fields, options.all ? documentsOf(all) : all);
      await session.printer.data(found);
    });

  selectsDocuments(selectsTimes(group.command('list')))
    .alias('ls')
    .description(
      'List the documents of a collection: their ids, or with --fields or --expand themselves. Without an address: the collections.',
    )
    .argument('[address]', 'area/collection')
    .addOption(new Option('--expand', 'whole documents').conflicts('fields'))
    .option('--updated', 'only what changed between --since and --until')
    .option(...WATCH_OPTION)
    .needsOption('updated', 'since', 'until')
    .examples(
      'portolan history list',
      'portolan history list view/instances --where state.name=running --fields instanceId,instanceType,privateIpAddress',
      'portolan history list view/instances --at 2026-10-07T12:00:00Z',
      'portolan history list view/instances --since 2d --updated --expand -o ndjson',
    )
    .sessionAction(async (session, address: string | undefined, options: ListOptions) => {
      const client = historyClient(session);
      if (address === undefined) {
        refuseSelection(options);
        const load = async () => (await getStatus({ client, throwOnError: true })).data.collections;
        return showList(session, options, load, COLLECTION_COLUMNS, 'no collections');
      }
      if (addressOf(address).id !== undefined)
        throw usageError(`${address} names one document`, `try portolan history get ${address}`);
      const modifiers = { ...(options.updated && { updated: true }), ...readable(session) };
      const query = queryOf(address, options, modifiers);
      if (options.fields === undefined && !options.expand)
        return showList(session, options, () => findIds(client, query), ID_COLUMNS);
      let isFirst = true;
      const load = async (): Promise<Document[]> => {
        const documents = await findDocuments<Document>(client, query);
        if (isFirst) noteMissingFields(session, options.fields, documents);
        isFirst = false;
        return documents;
      };
      const fields = namesOf(options.fields ?? '');
      return showList(session, options, load, (documents) => documentColumns(documents, fields));
    });
}

export function registerExport(group: PortolanCommand): void {
  selectsDocuments(selectsTimes(group.command('export')))
    .description('Print documents with their times as NDJSON, one per line.')
    .argument('<address>', 'area/collection')
    .option('--all', 'all revisions')
    .examples(
      'portolan history export view/instances > instances.ndjson',
      'portolan history export view/instances --all --since 30d | gzip > instances.ndjson.gz',
    )
    .sessionAction(
      async (session, address: string, options: QueryOptions & { all?: boolean }) => {
        const query = queryOf(address, options, { meta: true, ...(options.all && { all: true }) });
        const records = await findDocuments(historyClient(session), query);
        noteMissingFields(session, options.fields, documentsOf(records));
        for (const record of records) await session.terminal.write(`${jsonOf(record)}\n`);
      },
      ['ndjson'],
    );
}

/** A record of a document with its times. */
interface DocumentRecord {
  data?: unknown;
}

/** Returns the documents of records. */
const documentsOf = (records: readonly unknown[]): Document[] =>
  records.map((record) => ((record as DocumentRecord).data ?? {}) as Document);

const PLAIN_NAME = /^[\w.-]+$/;

/**
 * Notes the requested fields that no document has. Keys that are quoted or have a condition are left out: only the service
 * reads these.
 */
function noteMissingFields(
  { terminal }: Pick<Session, 'terminal'>,
  fields: string | undefined,
  documents: readonly Document[],
): void {
  if (fields === undefined || /["~]/.test(fields) || documents.length === 0) return;
  for (const name of namesOf(fields)) {
    if (!PLAIN_NAME.test(name) || documents.some((one) => Object.hasOwn(one, name))) continue;
    const [first = '', ...rest] = name.split('.');
    const nested = rest.reduceRight((inner, key) => `${key}${inner && `:(${inner})`}`, '');
    // In a field selector a dot belongs to the key, in a condition it leads to a field of a field.
    const hint = nested === '' ? '' : `; a field of a field is ${first}:(${nested})`;
    terminal.note(`no document has the field ${name}${hint}`);
  }
}
