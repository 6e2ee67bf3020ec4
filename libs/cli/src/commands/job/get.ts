import type { Command } from 'commander';
import { getJob, getJobExecution, listJobAttempts } from '@portolan/client-jobs';
import { answered } from '../../failure/request-failure.ts';
import { examples, type Cli } from '../../session/cli.ts';
import { jobsApi } from '../../session/jobs-api.ts';
import { JOB_FIELDS } from './columns.ts';

export function registerGet(group: Command, cli: Cli): void {
  const command = group
    .command('get')
    .description('Show a job: its state, where it ran and how it ended.')
    .argument('<id>', 'id of the job');
  command.action(
    cli.action(async (session, id: string) => {
      const api = { ...jobsApi(session), path: { id } };
      const { data: job } = await getJob(api);
      if (!session.printer.isForPeople) return session.printer.data(job);
      const [execution, attempts] = await Promise.all([
        answered(getJobExecution(api)),
        answered(listJobAttempts(api)),
      ]);
      const shown = { job, execution: execution?.data, attempts: attempts?.data ?? [] };
      return session.printer.record(shown, JOB_FIELDS);
    }),
  );
  examples(
    command,
    'portolan job get 0198c1d2-…',
    'portolan job get nightly-2026-10-07 -o json | jq .statusMsg',
  );
}
