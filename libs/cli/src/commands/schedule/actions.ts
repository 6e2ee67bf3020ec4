import {
  backfillSchedule,
  pauseSchedule,
  resumeSchedule,
  submittedJobId,
  triggerSchedule,
} from '@portolan/client-jobs';
import { moment } from '../../input/moment.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { forEachId, forEachStart } from '../../session/for-each.ts';
import { jobsApi } from '../../session/jobs-api.ts';

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
