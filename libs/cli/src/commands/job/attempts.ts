import { listJobAttempts } from '@portolan/client-jobs';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { jobsApi } from '../../session/jobs-api.ts';
import { WATCH_OPTION, showList, type WatchOption } from '../../session/show-list.ts';
import { ATTEMPT_COLUMNS } from './columns.ts';

export function registerAttempts(group: PortolanCommand): void {
  group
    .command('attempts')
    .description('List the attempts of a job, the oldest first: where each ran and why it failed.')
    .argument('<id>', 'id of the job')
    .option(...WATCH_OPTION)
    .examples('portolan job attempts nightly-2026-10-07', 'portolan job logs nightly-2026-10-07 --attempt 1')
    .sessionAction((session, id: string, options: WatchOption) => {
      const api = { ...jobsApi(session), path: { id } };
      const load = async () => (await listJobAttempts(api)).data;
      return showList(session, options, load, ATTEMPT_COLUMNS, 'no attempts');
    });
}
