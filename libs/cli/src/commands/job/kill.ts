import type { Command } from 'commander';
import { killJob, killJobs, listJobs } from '@portolan/client-jobs';
import { usageError } from '../../failure/cli-error.ts';
import { confirm } from '../../session/confirm.ts';
import { examples, type Cli } from '../../session/cli.ts';
import { jobsApi } from '../../session/jobs-api.ts';
import type { Session } from '../../session/session.ts';
import { filterQuery, filtersJobs, type JobFilters } from './filters.ts';

const ACTIVE = ['ACCEPTED', 'CLAIMED', 'INIT', 'RUNNING'];

export function registerKill(group: Command, cli: Cli): void {
  const command = filtersJobs(group.command('kill'))
    .description('Kill jobs by id, or all that a search finds; a finished job does not change.')
    .argument('[ids...]', 'ids of jobs')
    .option('-y, --yes', 'kill what a search finds without asking');
  command.action(
    cli.action(async (session, ids: string[], options: JobFilters & { yes?: boolean }) => {
      const query = filterQuery(session, options);
      const isSearch = Object.keys(query).length > 0;
      if (ids.length > 0 && isSearch) throw usageError('give either ids or filters');
      if (isSearch) return killFound(session, query, options.yes ?? false);
      if (ids.length === 0) throw usageError('give ids, or filters such as --name and --status');
      const api = jobsApi(session);
      for (const id of ids) await killJob({ ...api, path: { id } });
      await session.printer.outcome(ids.map((id) => `${id} is being killed`).join('\n'), { killed: ids });
    }),
  );
  examples(
    command,
    'portolan job kill nightly-2026-10-07',
    "portolan job kill --name 'sweep%' --status RUNNING",
    'portolan job kill --user ann --tag team:web --yes',
  );
}

async function killFound(
  session: Session,
  query: ReturnType<typeof filterQuery>,
  yes: boolean,
): Promise<void> {
  const api = jobsApi(session);
  const { status = ACTIVE } = query;
  const { data } = await listJobs({ ...api, query: { ...query, status, size: 1 } });
  const { totalElements: count } = data.page;
  if (count > 0) {
    await confirm(session, `Kill ${count} ${count === 1 ? 'job' : 'jobs'}?`, yes);
    await killJobs({ ...api, query: { ...query, status } });
  }
  await session.printer.outcome(count === 0 ? 'no jobs found' : `${count} are being killed`, {
    killed: count,
  });
}
