import { findDocuments } from '@portolan/client-history';
import { jsonOf } from '../../output/printer.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { historyClient } from '../../session/history-api.ts';
import { documentsOf, noteMissingFields } from './missing-fields.ts';
import { queryOf, selectsDocuments, selectsTimes, type QueryOptions } from './address.ts';

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
