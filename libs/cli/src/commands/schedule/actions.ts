import type { Command } from 'commander';
import {
  backfillSchedule,
  pauseSchedule,
  resumeSchedule,
  submittedJobId,
  triggerSchedule,
} from '@portolan/client-jobs';
import { moment } from '../../input/moment.ts';
import { examples, type Cli } from '../../session/cli.ts';
import { jobsApi } from '../../session/jobs-api.ts';

const iso = (time: number): string => new Date(time).toISOString();

interface BackfillOptions {
  from: number;
  to: number;
  overlap?: 'skip' | 'buffer' | 'replace' | 'allow';
}

/** `pause`, `resume`, `trigger` and `backfill`. */
export function registerActions(group: Command, cli: Cli): void {
  for (const [name, about, send, done] of [
    ['pause', 'Stop firing until it is resumed.', pauseSchedule, 'paused'],
    ['resume', 'Fire again.', resumeSchedule, 'active again'],
  ] as const) {
    const command = group.command(name).description(about).argument('<id>', 'id of the schedule');
    command.action(
      cli.action(async (session, id: string) => {
        await send({ ...jobsApi(session), path: { id } });
        await session.printer.outcome(`${id} is ${done}`, { id, paused: name === 'pause' });
      }),
    );
    examples(command, `portolan schedule ${name} nightly`);
  }

  const trigger = group
    .command('trigger')
    .description('Fire now, also while paused; prints the id of the job.')
    .argument('<id>', 'id of the schedule');
  trigger.action(
    cli.action(async (session, id: string) => {
      const { response } = await triggerSchedule({ ...jobsApi(session), path: { id } });
      const job = submittedJobId(response);
      await session.printer.outcome(job, { id: job });
    }),
  );
  examples(trigger, 'portolan job logs -f "$(portolan schedule trigger nightly)"');

  const backfill = group
    .command('backfill')
    .description('Create the fires of a past range, ends included; those that exist are skipped.')
    .argument('<id>', 'id of the schedule')
    .requiredOption('--from <time>', 'a time, or an age: 7d', moment)
    .requiredOption('--to <time>', 'a time, or an age', moment)
    .option('--overlap <policy>', 'skip, buffer, replace or allow; that of the schedule when omitted');
  backfill.action(
    cli.action(async (session, id: string, { from, to, overlap }: BackfillOptions) => {
      const body = { from: iso(from), to: iso(to), ...(overlap && { overlap }) };
      const { data } = await backfillSchedule({ ...jobsApi(session), path: { id }, body });
      await session.printer.outcome(`${data.fires} fires`, data);
    }),
  );
  examples(backfill, 'portolan schedule backfill nightly --from 7d --to now --overlap buffer');
}
