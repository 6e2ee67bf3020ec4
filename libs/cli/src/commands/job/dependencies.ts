import type { Command } from 'commander';
import { getJobDependencies } from '@portolan/client-jobs';
import { examples, type Cli } from '../../session/cli.ts';
import { jobsApi } from '../../session/jobs-api.ts';
import { WATCH_OPTION, showText, type WatchOption } from '../../session/show-list.ts';
import { DEPENDENCY_COLUMNS, type Relation } from './columns.ts';

export function registerDependencies(group: Command, cli: Cli): void {
  const command = group
    .command('dependencies')
    .description('Show the jobs that a job waits for, and those that wait for it.')
    .argument('<id>', 'id of the job')
    .option(...WATCH_OPTION);
  command.action(
    cli.action((session, id: string, options: WatchOption) => {
      const { printer } = session;
      const api = { ...jobsApi(session), path: { id } };
      return showText(session, options, async () => {
        const { data } = await getJobDependencies(api);
        if (!printer.isForPeople) return printer.dataText(data);
        const rows: Relation[] = [
          ...data.dependsOn.map((one) => ({ ...one, relation: 'waits for' as const })),
          ...data.dependents.map((dependent) => ({ id: dependent, relation: 'is waited for by' as const })),
        ];
        return printer.listText(rows, DEPENDENCY_COLUMNS, 'no dependencies');
      });
    }),
  );
  examples(
    command,
    'portolan job dependencies report-2026-10-07',
    'portolan job dependencies report-2026-10-07 --watch',
  );
}
