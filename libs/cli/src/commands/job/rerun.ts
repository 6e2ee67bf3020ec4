import { rerunJob, submittedJobId } from '@portolan/client-jobs';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { forEachStart } from '../../session/for-each.ts';
import { jobsApi } from '../../session/jobs-api.ts';

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
