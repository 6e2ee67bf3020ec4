import {
  getJobStatus,
  killJob,
  killJobs,
  listJobs,
  type JobStatus,
  rerunJob,
  submittedJobId,
} from '@portolan/client-jobs';
import { usageError } from '../../failure/cli-error.ts';
import { isAnswered } from '../../failure/request-failure.ts';
import { confirm } from '../../session/confirm.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { forEachId, forEachStart } from '../../session/for-each.ts';
import { jobsApi, type JobsApi } from '../../session/jobs-api.ts';
import type { Session } from '../../session/session.ts';
import { filterQuery, filtersJobs, type JobFilters } from './filters.ts';

const ACTIVE = ['ACCEPTED', 'CLAIMED', 'INIT', 'RUNNING'];
/** Release 3.2 refuses to search for the others. */
const ACTIVE_IN_OLD_RELEASES = ['INIT', 'RUNNING'];
const PRECONDITION_FAILED = 412;

export function registerKill(group: PortolanCommand): void {
  filtersJobs(group.command('kill'))
    .description('Kill jobs by id, or all that a search finds; a finished job does not change.')
    .argument('[ids...]', 'ids of jobs')
    .option('-y, --yes', 'kill what a search finds without asking')
    .examples(
      'portolan job kill nightly-2026-10-07',
      "portolan job kill --name 'sweep%' --status RUNNING",
      'portolan job kill --user ann --tag team:web --yes',
    )
    .sessionAction(async (session, ids: string[], options: JobFilters & { yes?: boolean }) => {
      const query = filterQuery(session, options);
      const isSearch = Object.keys(query).length > 0;
      if (ids.length > 0 && isSearch) throw usageError('give either ids or filters');
      if (isSearch) return killFound(session, query, options.yes ?? false);
      if (ids.length === 0) throw usageError('give ids, or filters such as --name and --status');
      const api = jobsApi(session);
      const over = new Map<string, string>();
      return forEachId(
        session,
        ids,
        'killed',
        async (id) => {
          await killJob({ ...api, path: { id } });
          // The kill is accepted whatever comes of this.
          const answer = await getJobStatus({ ...api, path: { id } }).catch(() => undefined);
          const { status } = (answer?.data ?? {}) as { status?: JobStatus };
          if (status === 'SUCCEEDED' || status === 'FAILED') over.set(id, status);
        },
        (id) => (over.has(id) ? `${id} was over: ${over.get(id)}` : `${id} is being killed`),
      );
    });
}

const jobs = (count: number): string => `${count} ${count === 1 ? 'job' : 'jobs'}`;

async function activeStates(api: JobsApi): Promise<string[]> {
  try {
    await listJobs({ ...api, query: { status: ACTIVE, size: 1 } });
    return ACTIVE;
  } catch (error) {
    if (isAnswered(error) && error.status === PRECONDITION_FAILED) return ACTIVE_IN_OLD_RELEASES;
    throw error;
  }
}

async function killFound(
  session: Session,
  query: ReturnType<typeof filterQuery>,
  yes: boolean,
): Promise<void> {
  const api = jobsApi(session);
  const { status = await activeStates(api) } = query;
  const { data } = await listJobs({ ...api, query: { ...query, status, size: 1 } });
  const { totalElements: count } = data.page;
  if (count > 0) {
    await confirm(session, `Kill ${jobs(count)}?`, yes);
    await killJobs({ ...api, query: { ...query, status } });
  }
  await session.printer.outcome(count === 0 ? 'no jobs found' : `killing ${jobs(count)}`, {
    killed: count,
  });
}

export function registerRerun(group: PortolanCommand): void {
  group
    .command('rerun')
    .description('Submit the request of jobs again, with its attachments; prints the id of each new job.')
    .argument('<ids...>', 'ids of jobs')
    .option('--failed', 'of an array: only the elements that failed, each with its index')
    .examples(
      'portolan job rerun nightly-2026-10-07',
      'portolan job rerun nightly-2026-10-07 nightly-2026-10-08',
      'portolan job rerun sweep --failed',
    )
    .sessionAction(async (session, ids: string[], { failed }: { failed?: boolean }) => {
      const api = jobsApi(session);
      const query = failed && { query: { failed: true as const } };
      return forEachStart(session, ids, 'rerun', async (id) => {
        const { response } = await rerunJob({ ...api, path: { id }, ...query });
        return submittedJobId(response);
      });
    });
}
