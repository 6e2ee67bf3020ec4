import type { Command } from 'commander';
import { getJobDependencies } from '@portolan/client-jobs';
import { examples, type Cli } from '../../session/cli.ts';
import { jobsApi } from '../../session/jobs-api.ts';
import { DEPENDENCY_COLUMNS, type Relation } from './columns.ts';

export function registerDependencies(group: Command, cli: Cli): void {
  const command = group
    .command('dependencies')
    .description('Show the jobs that a job waits for, and those that wait for it.')
    .argument('<id>', 'id of the job');
  command.action(
    cli.action(async (session, id: string) => {
      const { data } = await getJobDependencies({ ...jobsApi(session), path: { id } });
      if (!session.printer.isForPeople) return session.printer.data(data);
      const rows: Relation[] = [
        ...data.dependsOn.map((one) => ({ ...one, relation: 'waits for' as const })),
        ...data.dependents.map((dependent) => ({ id: dependent, relation: 'is waited for by' as const })),
      ];
      return session.printer.list(rows, DEPENDENCY_COLUMNS, 'no dependencies');
    }),
  );
  examples(command, 'portolan job dependencies report-2026-10-07');
}
