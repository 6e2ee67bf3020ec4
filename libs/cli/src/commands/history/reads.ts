import { Option } from 'commander';
import { findDocument, findDocuments, findIds, getStatus } from '@portolan/client-history';
import { usageError } from '../../failure/cli-error.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { historyClient } from '../../session/history-api.ts';
import { documentsOf, noteMissingFields } from './missing-fields.ts';
import type { Session } from '../../session/session.ts';
import { WATCH_OPTION, showList, type WatchOption } from '../../session/show-list.ts';
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
