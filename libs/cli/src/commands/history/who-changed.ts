import { findDocuments } from '@portolan/client-history';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { historyClient } from '../../session/history-api.ts';
import { showList, WATCH_OPTION, type WatchOption } from '../../session/show-list.ts';
import { queryOf, selectsRange, type QueryOptions } from './address.ts';
import { AUTHORED_COLUMNS, type Authored } from './columns.ts';

const EVENT = '(eventId,eventName,eventSource,eventTime,username,userArn,sourceIPAddress,user,name,time)';
const FIELDS = `:(id,ftime,stime,ltime,who:${EVENT},whoEnded:${EVENT})`;

/** A revision with the events that began it, and those that removed the document. */
interface Revision {
  id: string;
  ftime: number;
  stime: number;
  ltime: number | null;
  who: Authored['who'];
  whoEnded?: Authored['who'];
}

/** Returns the changes that revisions stand for, newest first. */
function authored(revisions: readonly Revision[]): Authored[] {
  return revisions
    .flatMap(({ id, ftime, stime, ltime, who, whoEnded }): Authored[] => [
      { id, kind: stime === ftime ? 'added' : 'changed', time: stime, who },
      ...(whoEnded !== undefined && ltime !== null
        ? [{ id, kind: 'removed' as const, time: ltime, who: whoEnded }]
        : []),
    ])
    .sort((one, other) => other.time - one.time);
}

export function registerWhoChanged(group: PortolanCommand): void {
  selectsRange(group.command('who-changed'))
    .description(
      'List the changes of a resource or of a collection with the events of the audit trail, newest first. At most 1,000 revisions can be read: name --since and --until when there are more.',
    )
    .argument('<address>', 'area/collection or area/collection/id')
    .option(...WATCH_OPTION)
    .examples(
      'portolan history who-changed cloud/securityGroups --since 7d',
      'portolan history who-changed view/instances/i-0db000001',
    )
    .sessionAction(async (session, address: string, options: QueryOptions & WatchOption) => {
      const isRange = options.since !== undefined || options.until !== undefined;
      const { since = -Infinity, until = Infinity, limit } = options;
      // A revision can be old and its end new: the service would leave it out.
      const all = { ...options, limit: undefined };
      const query = queryOf(address, all, { all: true, who: true, ...(isRange && { updated: true }) });
      const load = async (): Promise<Authored[]> => {
        const revisions = await findDocuments<Revision>(historyClient(session), { ...query, fields: FIELDS });
        return authored(revisions)
          .filter(({ time }) => time >= since && time <= until)
          .slice(0, limit);
      };
      await showList(session, options, load, AUTHORED_COLUMNS, 'no changes');
    });
}
