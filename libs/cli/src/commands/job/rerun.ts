import type { Command } from 'commander';
import { rerunJob, submittedJobId } from '@portolan/client-jobs';
import { examples, type Cli } from '../../session/cli.ts';
import { jobsApi } from '../../session/jobs-api.ts';

export function registerRerun(group: Command, cli: Cli): void {
  const command = group
    .command('rerun')
    .description('Submit the request of a job again, with its attachments; prints the id of the new job.')
    .argument('<id>', 'id of the job')
    .option('--failed', 'of an array: only the elements that failed, each with its index');
  command.action(
    cli.action(async (session, id: string, { failed }: { failed?: boolean }) => {
      const { response } = await rerunJob({
        ...jobsApi(session),
        path: { id },
        ...(failed && { query: { failed: true } }),
      });
      const fresh = submittedJobId(response);
      await session.printer.outcome(fresh, { id: fresh });
    }),
  );
  examples(command, 'portolan job rerun nightly-2026-10-07', 'portolan job rerun sweep --failed');
}
