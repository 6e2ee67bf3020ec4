import type { Command } from 'commander';
import { listJobAttempts } from '@portolan/client-jobs';
import { examples, type Cli } from '../../session/cli.ts';
import { jobsApi } from '../../session/jobs-api.ts';
import { WATCH_OPTION, showList, type WatchOption } from '../../session/show-list.ts';
import { ATTEMPT_COLUMNS } from './columns.ts';

export function registerAttempts(group: Command, cli: Cli): void {
  const command = group
    .command('attempts')
    .description('List the attempts of a job, the oldest first: where each ran and why it failed.')
    .argument('<id>', 'id of the job')
    .option(...WATCH_OPTION);
  command.action(
    cli.action((session, id: string, options: WatchOption) => {
      const api = { ...jobsApi(session), path: { id } };
      const load = async () => (await listJobAttempts(api)).data;
      return showList(session, options, load, ATTEMPT_COLUMNS, 'no attempts');
    }),
  );
  examples(
    command,
    'portolan job attempts nightly-2026-10-07',
    'portolan job logs nightly-2026-10-07 --attempt 1',
  );
}
