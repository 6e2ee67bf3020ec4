import { isIP } from 'node:net';
import { findDocuments } from '@portolan/client-history';
import { usageError } from '../../failure/cli-error.ts';
import { moment } from '../../input/moment.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { historyClient } from '../../session/history-api.ts';
import { WATCH_OPTION, showList, type WatchOption } from '../../session/lists.ts';
import { HOLDER_COLUMNS, type Holder, AUTHORED_COLUMNS, type Authored } from './columns.ts';
import { queryOf, selectsRange, type QueryOptions } from './address.ts';

const FIELDS = ['privateIpAddress', 'publicIpAddress'] as const;
const DEFAULT_COLLECTION = 'instances';

type Revision = Omit<Holder, 'field'>;

/** Joins revisions that follow each other without a gap: the holder stayed the same. */
function joined(revisions: readonly Holder[]): Holder[] {
  const ordered = revisions.toSorted(
    (one, other) => one.id.localeCompare(other.id) || one.stime - other.stime,
  );
  const periods: Holder[] = [];
  for (const revision of ordered) {
    const last = periods.at(-1);
    if (last?.id === revision.id && last.field === revision.field && last.ltime === revision.stime)
      last.ltime = revision.ltime;
    else periods.push({ ...revision });
  }
  return periods.sort((one, other) => other.stime - one.stime);
}

export function registerWhoHad(group: PortolanCommand): void {
  type HolderOptions = WatchOption & { at?: number; area?: string };
  group
    .command('who-had')
    .description('List the servers that had an IP address, and when, the newest first.')
    .argument('<ip>', 'private or public address')
    .option('--at <time>', 'only at this time: a time, or an age such as 2h', moment)
    .option('--area <area>', 'area of the collection instances (view)')
    .option(...WATCH_OPTION)
    .examples(
      'portolan history who-had 203.0.113.10',
      'portolan history who-had 10.20.0.81 --at 2026-10-07T12:00:00Z',
    )
    .sessionAction(async (session, ip: string, { at, area = 'view', ...options }: HolderOptions) => {
      if (isIP(ip) === 0) throw usageError(`${ip} is not an IP address`, 'expected one such as 203.0.113.10');
      const client = historyClient(session);
      const revisionsOf = async (field: string): Promise<Holder[]> => {
        const revisions = await findDocuments<Revision>(client, {
          area,
          collection: DEFAULT_COLLECTION,
          where: { [`data.${field}`]: ip },
          modifiers: { meta: true, ...(at === undefined ? { all: true } : { at }) },
          fields: ':(id,stime,ltime)',
        });
        return revisions.map((revision) => ({ ...revision, field }));
      };
      const load = async () => joined((await Promise.all(FIELDS.map(revisionsOf))).flat());
      await showList(session, options, load, HOLDER_COLUMNS, `no resource had ${ip}`);
    });
}

const EVENT = '(eventId,eventName,eventSource,eventTime,username,userArn,sourceIPAddress,user,name,time)';
const AUTHORED_FIELDS = `:(id,ftime,stime,ltime,who:${EVENT},whoEnded:${EVENT})`;

/** A revision with the events that began it, and those that removed the document. */
interface AuthoredRevision {
  id: string;
  ftime: number;
  stime: number;
  ltime: number | null;
  who: Authored['who'];
  whoEnded?: Authored['who'];
}

/** Returns the changes that revisions stand for, newest first. */
function authored(revisions: readonly AuthoredRevision[]): Authored[] {
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
        const revisions = await findDocuments<AuthoredRevision>(historyClient(session), {
          ...query,
          fields: AUTHORED_FIELDS,
        });
        return authored(revisions)
          .filter(({ time }) => time >= since && time <= until)
          .slice(0, limit);
      };
      await showList(session, options, load, AUTHORED_COLUMNS, 'no changes');
    });
}
