import {
  getJob,
  getJobExecution,
  getJobRequest,
  listJobAttempts,
  type JobRequestView,
} from '@portolan/client-jobs';
import { answered } from '../../failure/request-failure.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { jobsApi } from '../../session/jobs-api.ts';
import { JOB_FIELDS } from './columns.ts';

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
