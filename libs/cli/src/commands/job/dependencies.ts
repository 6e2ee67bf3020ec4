import { getJobDependencies } from '@portolan/client-jobs';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { jobsApi } from '../../session/jobs-api.ts';
import { WATCH_OPTION, showText, type WatchOption } from '../../session/show-list.ts';
import { DEPENDENCY_COLUMNS, type Relation } from './columns.ts';

export function registerDependencies(group: PortolanCommand): void {
  group
    .command('dependencies')
    .description('Show the jobs that a job waits for, and those that wait for it.')
    .argument('<id>', 'id of the job')
    .option(...WATCH_OPTION)
    .examples(
      'portolan job dependencies report-2026-10-07',
      'portolan job dependencies report-2026-10-07 --watch',
    )
    .sessionAction((session, id: string, options: WatchOption) => {
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
    });
}
