import { getJobQueue, type JobQueue } from '@portolan/client-jobs';
import type { Column } from '../../output/table.ts';
import { oneLine } from '../../output/text.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { jobsApi } from '../../session/jobs-api.ts';

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
