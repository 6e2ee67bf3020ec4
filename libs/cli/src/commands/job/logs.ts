import { Option } from 'commander';
import { AnswerError } from '../../connection/answered-error.ts';
import { wholeNumber } from '../../input/values.ts';
import { readFile } from '../../jobs/follow-file.ts';
import { fileUrl, followOutput, refuseArray } from '../../jobs/follow-output.ts';
import { troubleNotes, waitingNote } from '../../session/trouble-notes.ts';
import { AS_IT_IS, type PortolanCommand } from '../../session/portolan-command.ts';
import { jobsApi } from '../../session/jobs-api.ts';

const NOT_FOUND = 404;

interface LogOptions {
  follow?: boolean;
  stderr?: boolean;
  file?: string;
  attempt?: number;
  tail?: number;
  offset?: number;
}

export function registerLogs(group: PortolanCommand): void {
  group
    .command('logs')
    .description('Print the output of a job, or follow it across all further attempts.')
    .argument('<id>', 'id of the job, or of an element of an array: ID.7')
    .option('-f, --follow', 'print new output until the job has ended')
    .option('--stderr', 'stderr instead of stdout')
    .addOption(new Option('--file <path>', 'another file of the job: results/part.csv').conflicts('stderr'))
    .option(
      '--attempt <n>',
      'number of the attempt; with -f the first one to follow (the latest)',
      wholeNumber(1),
    )
    .option('--tail <lines>', 'only the last lines; -f --tail 0 prints new output only', wholeNumber(0))
    .addOption(
      new Option('--offset <bytes>', 'begin at this byte').argParser(wholeNumber(0)).conflicts('tail'),
    )
    .examples(
      'portolan job logs -f nightly-2026-10-07',
      'portolan job logs nightly-2026-10-07 --stderr --tail 20',
      'portolan job logs nightly-2026-10-07 --attempt 1',
      'portolan job logs sweep.17 --file results/part.csv > result.csv',
    )
    .sessionAction(
      async (session, id: string, { follow, stderr, file, attempt, tail, offset }: LogOptions) => {
        const { terminal, transport, settings } = session;
        const path = file ?? (stderr ? 'stderr' : 'stdout');
        const baseUrl = settings.jobs;
        const pass = (bytes: Uint8Array): Promise<void> | undefined => terminal.pass(bytes);
        await session.io.interrupts.abortable(async (signal) => {
          const persistence = { signal, trouble: troubleNotes(session) };
          if (!follow) {
            const url = fileUrl(baseUrl, id, path, attempt);
            return readFile(transport, { url, follow: false, tail, offset }, pass, persistence).catch(
              async (error: unknown) => {
                if (error instanceof AnswerError && error.status === NOT_FOUND)
                  await refuseArray(jobsApi(session), id);
                throw error;
              },
            );
          }
          const onAttempt = (number: number): void => terminal.note(`attempt ${number} of job ${id}`);
          const onWaiting = waitingNote(session, id);
          const request = { baseUrl, id, path, attempt, tail, offset, onAttempt, onWaiting, ...persistence };
          return followOutput(transport, jobsApi(session), request, pass);
        });
      },
      AS_IT_IS,
    );
}
