import { getJob } from '@portolan/client-streams';
import { answerError } from '../../connection/answered-error.ts';
import { usageError } from '../../failure/cli-error.ts';
import { wholeNumber } from '../../input/values.ts';
import { pour } from '../../transfer/pour.ts';
import { AS_IT_IS, type PortolanCommand } from '../../session/portolan-command.ts';
import type { Session } from '../../session/session.ts';
import { streamsApi } from '../../session/streams-api.ts';

export function registerLogs(group: PortolanCommand): void {
  group
    .command('logs')
    .description('Print the output of a worker.')
    .argument('<job>', 'id of the job')
    .option('--worker <number>', 'number of the worker; needed when the job has several', wholeNumber(0))
    .option('--stderr', 'stderr instead of stdout')
    .examples('portolan stream logs sine-stream-7', 'portolan stream logs sine-stream-7 --worker 3 --stderr')
    .sessionAction(async (session, jobId: string, options: { worker?: number; stderr?: boolean }) => {
      const { worker = await onlyWorker(session, jobId), stderr } = options;
      const segments = [jobId, 'workers', String(worker), 'output', stderr ? 'stderr' : 'stdout'];
      const url = `${session.settings.streams}/api/v1/jobs/${segments.map(encodeURIComponent).join('/')}`;
      const answer = await session.transport.open({ url });
      if ((answer.statusCode ?? 0) >= 400) throw await answerError(answer, 'GET', url);
      await pour(answer, (bytes) => session.terminal.pass(bytes));
    }, AS_IT_IS);
}

async function onlyWorker(session: Session, jobId: string): Promise<number> {
  const { data } = await getJob({ ...streamsApi(session), path: { jobId } });
  const numbers = data.workerMetadataList.map(({ workerNumber }) => workerNumber);
  const [only, ...others] = numbers;
  if (only !== undefined && others.length === 0) return only;
  throw usageError(
    `job ${jobId} has ${numbers.length} workers`,
    `give --worker, one of ${numbers.join(', ')}`,
  );
}
