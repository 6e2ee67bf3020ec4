import type { Command } from 'commander';
import { rerunJob, submittedJobId } from '@portolan/client-jobs';
import { examples, type Cli } from '../../session/cli.ts';
import { forEachStart } from '../../session/for-each.ts';
import { jobsApi } from '../../session/jobs-api.ts';

export function registerRerun(group: Command, cli: Cli): void {
  const command = group
    .command('rerun')
    .description('Submit the request of jobs again, with its attachments; prints the id of each new job.')
    .argument('<ids...>', 'ids of jobs')
    .option('--failed', 'of an array: only the elements that failed, each with its index');
  command.action(
    cli.action(async (session, ids: string[], { failed }: { failed?: boolean }) => {
      const api = jobsApi(session);
      const query = failed && { query: { failed: true as const } };
      return forEachStart(session, ids, 'rerun', async (id) => {
        const { response } = await rerunJob({ ...api, path: { id }, ...query });
        return submittedJobId(response);
      });
    }),
  );
  examples(
    command,
    'portolan job rerun nightly-2026-10-07',
    'portolan job rerun nightly-2026-10-07 nightly-2026-10-08',
    'portolan job rerun sweep --failed',
  );
}
