import { followChanges, type Change } from '@portolan/client-history';
import { lostConnection } from '../../failure/request-failure.ts';
import { wholeNumber } from '../../input/values.ts';
import { oneLine } from '../../output/text.ts';
import { fullTime } from '../../output/times.ts';
import { jsonOf } from '../../output/printer.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { historyClient } from '../../session/history-api.ts';
import { troubleNotes } from '../../session/trouble-notes.ts';
import { persistently } from '../../transfer/persist.ts';
import { queryOf, selectsDocuments, type QueryOptions } from './address.ts';
import { changeText } from './columns.ts';

interface WatchOptions extends QueryOptions {
  after?: string;
  limit?: number;
}

export function registerWatch(group: PortolanCommand): void {
  selectsDocuments(group.command('watch'))
    .description(
      'Print the changes of a collection as they are found. After a lost connection the output continues without a gap.',
    )
    .argument('<address>', 'area/collection, or area/collection/id')
    .option(
      '--after <position>',
      'continue after the change at this position; 0 for all changes that are kept',
    )
    .option('--limit <n>', 'end after this number of changes', wholeNumber(1))
    .examples(
      'portolan history watch view/instances --where state.name',
      'portolan history watch view/instances --after 0 -o ndjson | jq .kind',
    )
    .sessionAction(
      async (session, address: string, { after, limit = Infinity, ...options }: WatchOptions) => {
        const client = historyClient(session);
        const { printer, terminal } = session;
        const query = queryOf(address, options);
        let [position, left] = [after, limit];
        await session.io.interrupts.abortable((signal) =>
          persistently(
            async (reached) => {
              const onPosition = (at: string): void => {
                position = at;
                reached();
              };
              const from = {
                signal,
                attempts: 1,
                onPosition,
                ...(position !== undefined && { after: position }),
              };
              for await (const { position: at, change } of followChanges(client, query, from)) {
                const line = printer.isForPeople ? lineOf(change) : jsonOf({ position: at, ...change });
                await terminal.write(`${line}\n`);
                left -= 1;
                if (left === 0) return;
              }
              throw lostConnection('the feed ended');
            },
            { signal, trouble: troubleNotes(session) },
          ),
        );
      },
      ['table', 'wide', 'ndjson'],
    );
}

/** Formats a change for a terminal: when, what and which. */
function lineOf(change: Change): string {
  const { kind, id, stime, ltime } = change;
  const time = fullTime(kind === 'removed' && ltime !== null ? ltime : stime);
  return oneLine([time, kind, id, changeText(change)].join('  ')).trimEnd();
}
