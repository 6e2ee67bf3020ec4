import { defineJob, PermanentError, untilStopped, type WorkerContext } from '@portolan/worker';
import { exhaustMap, finalize, from, merge, mergeMap, timer, type Observable } from 'rxjs';
import { FileTail } from './file-tail';
import { readLine, shareOf, type LogLine } from './log-line';

const parameters = {
  files: { type: 'string', required: true, description: 'paths of the files, separated by commas' },
  pattern: { type: 'string', description: 'only lines that match; its named groups become fields' },
  fromStart: { type: 'boolean', default: false, description: 'also the lines that are there already' },
  pollMs: { type: 'integer', default: 500, min: 20, description: 'ms between two looks at a file' },
} as const;

/** The lines of one file as they are written. */
function linesOf(
  path: string,
  { parameters: given, metrics }: WorkerContext<typeof parameters>,
): Observable<LogLine> {
  const tail = new FileTail(path, given.fromStart);
  const pattern = given.pattern === undefined ? undefined : regularExpression(given.pattern);
  const read = metrics.counter('log_lines_total', 'Lines that were read.');
  return timer(0, given.pollMs).pipe(
    exhaustMap(() => tail.poll()),
    mergeMap((lines) => {
      read.add(lines.length);
      return from(lines.map((line) => readLine(path, line, pattern)).filter((line) => line !== undefined));
    }),
    finalize(() => void tail.close()),
  );
}

function regularExpression(text: string): RegExp {
  try {
    return new RegExp(text, 'u');
  } catch (error) {
    throw new PermanentError(`Invalid value for parameter: pattern, ${(error as Error).message}`);
  }
}

/** Follows log files on the machines where its workers run. */
export const job = defineJob({
  parameters,
  stages: [
    (context) => {
      const files = context.parameters.files.split(',').map((file) => file.trim());
      const own = shareOf(files.filter(Boolean), context.workerIndex, context.stageWorkers);
      context.log(`following ${own.join(', ') || 'no file'}`);
      return merge(...own.map((file) => linesOf(file, context))).pipe(untilStopped(context));
    },
  ],
});
