import {
  backfillSchedule,
  pauseSchedule,
  resumeSchedule,
  submittedJobId,
  triggerSchedule,
  listScheduleFires,
  previewSchedule,
} from '@portolan/client-jobs';
import { moment } from '../../input/moment.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { forEachId, forEachStart } from '../../session/for-each.ts';
import { jobsApi } from '../../session/jobs-api.ts';
import { several, wholeNumber } from '../../input/values.ts';
import {
  ALL_OPTION,
  LIMIT_OPTION,
  readPages,
  type LimitOptions,
  WATCH_OPTION,
  showList,
  type WatchOption,
} from '../../session/lists.ts';
import { FIRE_COLUMNS } from './columns.ts';

const iso = (time: number): string => new Date(time).toISOString();

interface BackfillOptions {
  from: number;
  to: number;
  overlap?: 'skip' | 'buffer' | 'replace' | 'allow';
}

/** `pause`, `resume`, `trigger` and `backfill`. */
export function registerActions(group: PortolanCommand): void {
  for (const [name, about, send, done, text] of [
    ['pause', 'Stop firing until the schedule is resumed.', pauseSchedule, 'paused', 'paused'],
    ['resume', 'Resume firing after a pause.', resumeSchedule, 'resumed', 'active again'],
  ] as const) {
    group
      .command(name)
      .description(about)
      .argument('<ids...>', 'ids of schedules')
      .examples(`portolan schedule ${name} nightly`, `portolan schedule ${name} nightly weekly`)
      .sessionAction(async (session, ids: string[]) => {
        const api = jobsApi(session);
        return forEachId(
          session,
          ids,
          done,
          (id) => send({ ...api, path: { id } }),
          (id) => `${id} is ${text}`,
        );
      });
  }

  group
    .command('trigger')
    .description('Fire now, even while paused; prints the id of each job.')
    .argument('<ids...>', 'ids of schedules')
    .examples(
      'portolan job logs -f "$(portolan schedule trigger nightly)"',
      'portolan schedule trigger nightly weekly',
    )
    .sessionAction(async (session, ids: string[]) => {
      const api = jobsApi(session);
      return forEachStart(session, ids, 'triggered', async (id) => {
        const { response } = await triggerSchedule({ ...api, path: { id } });
        return submittedJobId(response);
      });
    });

  group
    .command('backfill')
    .description('Create the fires of a past range, both ends included; existing fires are skipped.')
    .argument('<id>', 'id of the schedule')
    .requiredOption('--from <time>', 'a time, or an age: 7d', moment)
    .requiredOption('--to <time>', 'a time, or an age', moment)
    .option('--overlap <policy>', 'skip, buffer, replace or allow; that of the schedule when omitted')
    .examples('portolan schedule backfill nightly --from 7d --to now --overlap buffer')
    .sessionAction(async (session, id: string, { from, to, overlap }: BackfillOptions) => {
      const body = { from: iso(from), to: iso(to), ...(overlap && { overlap }) };
      const { data } = await backfillSchedule({ ...jobsApi(session), path: { id }, body });
      await session.printer.outcome(`${data.fires} fires`, data);
    });
}

interface FireOptions extends LimitOptions, WatchOption {
  from?: number;
  to?: number;
  outcome?: string[];
}

export function registerTimes(group: PortolanCommand): void {
  group
    .command('fires')
    .description('List the fires of a schedule and their outcomes, the newest first.')
    .argument('<id>', 'id of the schedule')
    .option('--from <time>', 'a time, or an age: 7d', moment)
    .option('--to <time>', 'a time, or an age', moment)
    .option('--outcome <outcome>', 'started, skipped, missed, failed or buffered; repeatable', several)
    .option(...LIMIT_OPTION)
    .addOption(ALL_OPTION)
    .option(...WATCH_OPTION)
    .examples('portolan schedule fires nightly --from 7d --outcome failed --outcome missed')
    .sessionAction(async (session, id: string, options: FireOptions) => {
      const api = { ...jobsApi(session), path: { id } };
      const { from, to, outcome } = options;
      const filters = {
        ...(from !== undefined && { from: iso(from) }),
        ...(to !== undefined && { to: iso(to) }),
        ...(outcome && { outcome }),
      };
      const load = () =>
        readPages(session, options, async (page, size) => {
          const { data } = await listScheduleFires({ ...api, query: { ...filters, page, size } });
          return { rows: data._embedded?.fireList ?? [], totalPages: data.page.totalPages };
        });
      await showList(session, options, load, FIRE_COLUMNS, 'no fires');
    });

  group
    .command('preview')
    .description('Print the times at which a cron expression fires.')
    .argument('<cron>', 'crontab line, or Quartz expression with seconds')
    .option('--time-zone <zone>', 'IANA name (UTC)')
    .option('--from <time>', 'start of the preview (now)', moment)
    .option('--count <n>', 'number of times (5)', wholeNumber(1))
    .examples("portolan schedule preview '30 4 * * MON-FRI' --time-zone Europe/Berlin --count 3")
    .sessionAction(
      async (session, cron: string, options: { timeZone?: string; from?: number; count?: number }) => {
        const { timeZone, from, count = 5 } = options;
        const body = {
          cron,
          count,
          ...(timeZone && { timeZone }),
          ...(from !== undefined && { from: iso(from) }),
        };
        const { data } = await previewSchedule({ ...jobsApi(session), body });
        if (!session.printer.isForPeople) return session.printer.data(data);
        if (data.times.length === 0) session.terminal.note('it never fires');
        return session.terminal.write(data.times.map((time) => `${time}\n`).join(''));
      },
    );
}
