import { getJobArray, rerunJob, submittedJobId, type JobArray } from '@portolan/client-jobs';
import type { Column } from '../../output/table.ts';
import type { RegisterGroup } from '../../session/portolan-command.ts';
import { jobsApi } from '../../session/jobs-api.ts';
import { WATCH_OPTION, showList, type WatchOption } from '../../session/lists.ts';

/** So many failed indexes are named in a table. */
const NAMED = 20;

const failedOf = ({ failed }: JobArray): string => {
  const more = failed.length > NAMED ? ` and ${failed.length - NAMED} more` : '';
  return failed.slice(0, NAMED).join(',') + more;
};

const COLUMNS: readonly Column<JobArray>[] = [
  { title: 'ELEMENTS', value: ({ elements }) => elements },
  { title: 'SIZE', value: ({ size }) => size, wide: true },
  { title: 'AT ONCE', value: ({ maxRunning }) => maxRunning, wide: true },
  ...['ACCEPTED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'KILLED'].map((status) => ({
    title: status,
    kind: 'exact' as const,
    value: ({ counts }: JobArray) => counts[status] ?? 0,
  })),
  { title: 'FAILED INDEXES', value: failedOf },
];

/** `portolan array`. */
export const register: RegisterGroup = (group) => {
  group
    .command('status')
    .description('Count the elements of an array by state, and name those that failed.')
    .argument('<id>', 'id of the array')
    .option(...WATCH_OPTION)
    .examples('portolan array status sweep --watch', "portolan array status sweep -o json | jq '.[0].failed'")
    .sessionAction(async (session, id: string, options: WatchOption) => {
      const api = { ...jobsApi(session), path: { id } };
      const load = async () => [(await getJobArray(api)).data];
      await showList(session, options, load, COLUMNS);
    });

  group
    .command('rerun-failed')
    .description('Run the elements that failed or were killed as a new array; prints its id.')
    .argument('<id>', 'id of the array')
    .examples('portolan array rerun-failed sweep')
    .sessionAction(async (session, id: string) => {
      const { response } = await rerunJob({ ...jobsApi(session), path: { id }, query: { failed: true } });
      const fresh = submittedJobId(response);
      await session.printer.outcome(fresh, { id: fresh });
    });
};
