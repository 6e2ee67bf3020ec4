import {
  getJob,
  getJobExecution,
  getJobRequest,
  listJobAttempts,
  type JobRequestView,
  getJobDependencies,
  getJobQueue,
  type JobQueue,
  listJobs,
} from '@portolan/client-jobs';
import { answered } from '../../failure/request-failure.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { jobsApi } from '../../session/jobs-api.ts';
import { JOB_FIELDS, ATTEMPT_COLUMNS, DEPENDENCY_COLUMNS, type Relation, JOB_COLUMNS } from './columns.ts';
import {
  WATCH_OPTION,
  showList,
  type WatchOption,
  showText,
  ALL_OPTION,
  LIMIT_OPTION,
  readPages,
  type LimitOptions,
} from '../../session/lists.ts';
import type { Column } from '../../output/table.ts';
import { oneLine } from '../../output/text.ts';
import { moment } from '../../input/moment.ts';
import { filterQuery, filtersJobs, type JobFilters } from './filters.ts';

export function registerGet(group: PortolanCommand): void {
  group
    .command('get')
    .description('Show a job: its state, where it ran and how it ended.')
    .argument('<id>', 'id of the job')
    .option('--request', 'print the request of the job without its id, as job submit takes it')
    .examples(
      'portolan job get nightly-2026-10-07',
      'portolan job get nightly-2026-10-07 -o json | jq .statusMsg',
      'portolan job get nightly-2026-10-07 --request > nightly.yaml',
    )
    .sessionAction(async (session, id: string, options: { request?: boolean }) => {
      const api = { ...jobsApi(session), path: { id } };
      if (options.request) return session.printer.data(requestOf((await getJobRequest(api)).data));
      const { data: job } = await getJob(api);
      if (!session.printer.isForPeople) return session.printer.data(job);
      const [execution, attempts] = await Promise.all([
        answered(getJobExecution(api)),
        answered(listJobAttempts(api)),
      ]);
      const shown = { job, execution: execution?.data, attempts: attempts?.data };
      return session.printer.record(shown, JOB_FIELDS);
    });
}

/** Returns a request that can be submitted again, without the fields that the service added. */
function requestOf({ id: _id, created: _created, updated: _updated, ...request }: JobRequestView): object {
  return request;
}

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

const QUEUE_FIELDS: readonly Column<JobQueue>[] = [
  { title: 'waits for', value: ({ reason }) => reason },
  { title: 'message', value: ({ message }) => message },
  { title: 'since', value: ({ waitingSince }) => waitingSince, kind: 'time' },
  { title: 'place', value: ({ position }) => position },
  { title: 'other users waiting', value: ({ usersWaiting }) => usersWaiting },
  {
    title: 'nodes',
    value: ({ nodes: { matching, free, cordoned } }) =>
      `${matching} large enough, ${free} with room now, ${cordoned} cordoned`,
  },
];

export function registerQueue(group: PortolanCommand): void {
  group
    .command('queue')
    .description('Show why a job has not started, and its place among the jobs of its user.')
    .argument('<id>', 'id of the job')
    .examples(
      'portolan job queue nightly-2026-10-07',
      'portolan job queue nightly-2026-10-07 -o json | jq .position',
    )
    .sessionAction(async (session, id: string) => {
      const { data } = await getJobQueue({ ...jobsApi(session), path: { id } });
      const { reason, message } = data;
      if (reason === null && session.printer.isForPeople)
        return session.terminal.write(`it does not wait: ${oneLine(message ?? '')}\n`);
      return session.printer.record(data, QUEUE_FIELDS);
    });
}

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
