import { Option } from 'commander';
import {
  getJob,
  getJobCluster,
  listArchivedWorkers,
  listJobClusters,
  listJobs,
  type CompactJob,
} from '@portolan/client-streams';
import { answered } from '../../failure/request-failure.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import {
  ALL_OPTION,
  LIMIT_OPTION,
  readPages,
  type LimitOptions,
  type Page,
  WATCH_OPTION,
  showList,
  type WatchOption,
} from '../../session/lists.ts';
import type { Session } from '../../session/session.ts';
import { streamsApi } from '../../session/streams-api.ts';
import {
  STREAM_CLUSTER_COLUMNS,
  STREAM_CLUSTER_FIELDS,
  STREAM_COLUMNS,
  STREAM_FIELDS,
  WORKER_COLUMNS,
} from './columns.ts';

interface ListOptions extends WatchOption, LimitOptions {
  clusters?: boolean;
  ended?: boolean;
  matching?: string;
}

/** `list`, `get` and `workers`. */
export function registerReads(group: PortolanCommand): void {
  group
    .command('list')
    .alias('ls')
    .description('List running jobs, the jobs that have ended, or the job clusters.')
    .option('--clusters', 'job clusters')
    .addOption(new Option('--ended', 'jobs that have ended').conflicts('clusters'))
    .option('--matching <pattern>', 'only names that match this regular expression')
    .option(...LIMIT_OPTION)
    .addOption(ALL_OPTION)
    .option(...WATCH_OPTION)
    .examples(
      'portolan stream list --watch',
      'portolan stream list --clusters',
      'portolan stream list --ended --matching "^sine-"',
    )
    .sessionAction((session, options: ListOptions) => listStreams(session, options));

  group
    .command('get')
    .description('Show a job with its workers, or a job cluster.')
    .argument('<name>', 'id of a job, or name of a job cluster')
    .examples('portolan stream get sine-stream-7', 'portolan stream get sine-stream -o json')
    .sessionAction((session, name: string) => showStream(session, name));

  group
    .command('workers')
    .description('List the workers of a job.')
    .argument('<job>', 'id of the job')
    .option('--archived', 'those that were replaced or have ended')
    .option(...WATCH_OPTION)
    .examples(
      'portolan stream workers sine-stream-7 --watch',
      'portolan stream workers sine-stream-7 --archived',
    )
    .sessionAction((session, jobId: string, options: WatchOption & { archived?: boolean }) => {
      const api = { ...streamsApi(session), path: { jobId } };
      const load = async () =>
        options.archived
          ? (await listArchivedWorkers({ ...api, query: { pageSize: 0 } })).data.list
          : (await getJob(api)).data.workerMetadataList;
      return showList(session, options, load, WORKER_COLUMNS, 'no workers');
    });
}

/** Returns a page of the API, which has the address of the next page in place of a number of pages. */
const pageOf = <T>(rows: readonly T[], page: number, next: unknown): Page<T> => ({
  rows,
  totalPages: next ? page + 2 : page + 1,
});

async function listStreams(session: Session, options: ListOptions): Promise<void> {
  const api = streamsApi(session);
  const { matching, clusters, ended } = options;
  const filter = matching === undefined ? {} : { matching };
  if (clusters) {
    const load = () =>
      readPages(session, options, async (page, size) => {
        const query = { ...filter, pageSize: size, offset: page * size };
        const { data } = await listJobClusters({ ...api, query });
        return pageOf(data.list, page, data.next);
      });
    return showList(session, options, load, STREAM_CLUSTER_COLUMNS, 'no job clusters');
  }
  const jobState = ended ? 'Terminal' : 'Active';
  const newestFirst = { sortBy: 'submittedAt' as const, ascending: false };
  const load = () =>
    readPages(session, options, async (page, size) => {
      const paging = { pageSize: size, offset: page * size };
      const query = { ...filter, ...paging, ...newestFirst, compact: true, jobState };
      const { data } = await listJobs({ ...api, query });
      return pageOf(data.list as unknown as CompactJob[], page, data.next);
    });
  return showList(session, options, load, STREAM_COLUMNS, 'no jobs');
}

async function showStream(session: Session, name: string): Promise<void> {
  const api = streamsApi(session);
  const { printer, terminal } = session;
  const job = await answered(getJob({ ...api, path: { jobId: name } }));
  if (!job) {
    const { data } = await getJobCluster({ ...api, path: { clusterName: name } });
    return printer.record(data, STREAM_CLUSTER_FIELDS);
  }
  await printer.record(job.data, STREAM_FIELDS);
  if (!printer.isForPeople) return;
  const { workerMetadataList: workers } = job.data;
  await printer.list(workers, WORKER_COLUMNS, 'no workers');
  const failed = workers.find(({ state }) => state === 'Failed');
  if (failed)
    await terminal.write(`see portolan stream logs ${name} --worker ${failed.workerNumber} --stderr\n`);
}
