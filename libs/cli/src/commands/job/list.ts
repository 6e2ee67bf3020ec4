import { listJobs } from '@portolan/client-jobs';
import { moment } from '../../input/moment.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { jobsApi } from '../../session/jobs-api.ts';
import { ALL_OPTION, LIMIT_OPTION, readPages, type LimitOptions } from '../../session/pages.ts';
import { WATCH_OPTION, showList, type WatchOption } from '../../session/show-list.ts';
import { JOB_COLUMNS } from './columns.ts';
import { filterQuery, filtersJobs, type JobFilters } from './filters.ts';

interface ListOptions extends JobFilters, LimitOptions, WatchOption {
  startedAfter?: number;
  startedBefore?: number;
  finishedAfter?: number;
  finishedBefore?: number;
  sort?: string;
}

export function registerList(group: PortolanCommand): void {
  filtersJobs(group.command('list'))
    .alias('ls')
    .description('List jobs, the newest first; elements of arrays only with --array-id.')
    .option('--started-after <time>', 'a time, or an age: 2h', moment)
    .option('--started-before <time>', 'a time, or an age', moment)
    .option('--finished-after <time>', 'a time, or an age', moment)
    .option('--finished-before <time>', 'a time, or an age', moment)
    .option('--sort <field>', 'created, started, finished, name …; with ,asc or ,desc')
    .option(...LIMIT_OPTION)
    .addOption(ALL_OPTION)
    .option(...WATCH_OPTION)
    .examples(
      'portolan job list --status RUNNING --watch',
      "portolan job list --name 'nightly%' --status FAILED --finished-after 7d -o wide",
      'portolan job list --all -o ndjson',
      'portolan job list --user ann',
    )
    .sessionAction(async (session, options: ListOptions) => {
      const api = jobsApi(session);
      const { startedAfter, startedBefore, finishedAfter, finishedBefore, sort } = options;
      const query = {
        ...filterQuery(session, options),
        ...(startedAfter !== undefined && { minStarted: startedAfter }),
        ...(startedBefore !== undefined && { maxStarted: startedBefore }),
        ...(finishedAfter !== undefined && { minFinished: finishedAfter }),
        ...(finishedBefore !== undefined && { maxFinished: finishedBefore }),
        sort: [sort ?? 'created,desc'],
      };
      const load = () =>
        readPages(session, options, async (page, size) => {
          const { data } = await listJobs({ ...api, query: { ...query, page, size } });
          return { rows: data._embedded?.jobSearchResultList ?? [], totalPages: data.page.totalPages };
        });
      await showList(session, options, load, JOB_COLUMNS, 'no jobs found');
    });
}
