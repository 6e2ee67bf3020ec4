import { isIP } from 'node:net';
import { findDocuments } from '@portolan/client-history';
import { usageError } from '../../failure/cli-error.ts';
import { moment } from '../../input/moment.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { historyClient } from '../../session/history-api.ts';
import { WATCH_OPTION, showList, type WatchOption } from '../../session/show-list.ts';
import { HOLDER_COLUMNS, type Holder } from './columns.ts';

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
