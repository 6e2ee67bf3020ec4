import { getStatus } from '@portolan/client-history';
import { usageError } from '../../failure/cli-error.ts';
import { closest } from '../../input/closest.ts';
import { Progress } from '../../output/progress.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { historyClient } from '../../session/history-api.ts';
import type { Session } from '../../session/session.ts';
import { SqlEngine, literal, quoted } from '../../sql/engine.ts';
import { exportFolder, keptExport } from '../../sql/kept-export.ts';
import { nameOf, tablesIn, type SqlTable } from '../../sql/tables-in.ts';
import { documentColumns } from './columns.ts';

export function registerSql(group: PortolanCommand): void {
  group
    .command('sql')
    .description(
      'Query collections in SQL (DuckDB). A collection is a table, view.instances; with all revisions it is view.instances_all. The columns are the fields, and the times _stime and _ltime.',
    )
    .argument('<statement>', 'an SQL statement')
    .examples(
      "portolan history sql 'select instanceType, count(*) from view.instances group by all order by 2 desc'",
      "portolan history sql 'select instanceId, state.name, _stime from view.instances_all order by _stime' -o ndjson",
      `portolan history sql 'select * from "group".autoScalingGroups' -o yaml`,
    )
    .sessionAction(async (session, statement: string) => {
      const client = historyClient(session);
      const { data } = await getStatus({ client, throwOnError: true });
      const collections = data.collections.map(({ collection }) => collection);
      const tables = tablesIn(statement, collections);
      const engine = await SqlEngine.open();
      await session.io.interrupts.abortable((signal) => bringTables(session, engine, tables, signal));
      const { columns, rows } = await engine.query(statement).catch((error: unknown) => {
        throw unknownTable(error, collections) ?? error;
      });
      await session.printer.list(rows, documentColumns(rows, columns), 'no rows');
    });
}

/** Returns the error of a statement whose table is no collection; undefined for another error. */
function unknownTable(error: unknown, collections: readonly string[]): Error | undefined {
  const table = /^Catalog Error: Table with name "?([\w.]+)"? does not exist/.exec(
    (error as Error).message,
  )?.[1];
  if (table === undefined) return undefined;
  const tables = collections.map((path) => path.replace('/', '.'));
  const meant = closest(table, [...tables, ...tables.map((name) => `${name}_all`)]);
  return usageError(
    `no collection is the table ${table}`,
    meant === undefined ? '`portolan history list` shows the collections' : `did you mean ${meant}?`,
  );
}

/** Makes a view of each table on its kept export. */
async function bringTables(
  { transport, settings, io, terminal }: Session,
  engine: SqlEngine,
  tables: readonly SqlTable[],
  signal: AbortSignal,
): Promise<void> {
  const folder = exportFolder(io.env, settings.history);
  const progress = new Progress(terminal);
  try {
    for (const table of tables) {
      const what = `${table.area}.${nameOf(table)}`;
      const file = await keptExport(table, {
        ...{ transport, folder, engine, signal, baseUrl: settings.history },
        passed: (bytes) => progress.bytes(what, bytes, undefined),
      });
      await engine.execute(`CREATE SCHEMA IF NOT EXISTS ${quoted(table.area)}`);
      const name = `${quoted(table.area)}.${quoted(nameOf(table))}`;
      await engine.execute(`CREATE VIEW ${name} AS SELECT * FROM read_parquet(${literal(file)})`);
    }
  } finally {
    progress.end();
  }
}
