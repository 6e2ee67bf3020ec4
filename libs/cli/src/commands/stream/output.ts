import {
  EventPositions,
  getJob,
  getLatestJobDiscoveryInfo,
  serverEvents,
  followJobEvents,
  getJobEvents,
  type JobEvent,
} from '@portolan/client-streams';
import { answerError } from '../../connection/answered-error.ts';
import { answered, lostConnection } from '../../failure/request-failure.ts';
import { wholeNumber } from '../../input/values.ts';
import { persistently } from '../../transfer/persist.ts';
import { missingNote, troubleNotes } from '../../session/trouble-notes.ts';
import { AS_IT_IS, type PortolanCommand } from '../../session/portolan-command.ts';
import type { Session } from '../../session/session.ts';
import { streamsApi, type StreamsApi } from '../../session/streams-api.ts';
import { moment } from '../../input/moment.ts';
import { oneLine } from '../../output/text.ts';
import { fullTime } from '../../output/times.ts';
import { jsonOf } from '../../output/printer.ts';
import { EVENT_COLUMNS, causeIn } from './columns.ts';
import { usageError } from '../../failure/cli-error.ts';
import { pour } from '../../transfer/pour.ts';

interface TailOptions {
  sample?: number;
  limit?: number;
}

const NOT_FOUND = 404;
const OVER = new Set(['Completed', 'Failed', 'Terminating_abnormal', 'Terminating_normal']);

export function registerTail(group: PortolanCommand): void {
  group
    .command('tail')
    .description(
      'Print the output of a job, or of the newest job of a job cluster, as it comes: one event per line.',
    )
    .argument('<name>', 'id of a job, or name of a job cluster')
    .option('--sample <seconds>', 'only the latest event of each window', wholeNumber(1))
    .option('--limit <n>', 'end after this number of events', wholeNumber(1))
    .examples(
      'portolan stream tail sine-stream',
      'portolan stream tail sine-stream-7 --limit 10 | jq .points',
    )
    .sessionAction(async (session, name: string, options: TailOptions) => {
      await session.io.interrupts.abortable((signal) => tail(session, name, options, signal));
    }, AS_IT_IS);
}

/** Returns the state of a job; undefined when the name is not that of a job. */
const jobState = async (api: StreamsApi, name: string): Promise<string | undefined> =>
  (await answered(getJob({ ...api, path: { jobId: name } })))?.data.jobMetadata.state;

/** Tells that a job cluster has no launched job: its stream waits for one in silence. */
async function noteWaiting(session: Session, api: StreamsApi, clusterName: string): Promise<void> {
  const newest = await answered(getLatestJobDiscoveryInfo({ ...api, path: { clusterName } }));
  if (newest === undefined) session.terminal.note(`${clusterName} has no launched job; waiting for one`);
}

const after = (positions: EventPositions): string =>
  positions.isEmpty ? '' : `&afterEventIds=${encodeURIComponent(String(positions))}`;

async function tail(
  session: Session,
  name: string,
  { sample, limit = Infinity }: TailOptions,
  signal: AbortSignal,
): Promise<void> {
  const api = streamsApi(session);
  const isJob = (await jobState(api, name)) !== undefined;
  const place = isJob ? 'jobConnectbyid' : 'jobConnectbyname';
  const address = `${session.settings.streams}/api/v1/${place}/${encodeURIComponent(name)}`;
  const positions = new EventPositions();
  // Of a sample, none but the latest event is wanted.
  const query = (): string =>
    sample === undefined ? `enableEventIds=true${after(positions)}` : `sample=${sample}`;
  let left = limit;
  let wasConnected = false;
  // A job keeps none of its output; a sink that gives ids keeps the latest events.
  const meanwhile = (): string =>
    positions.isEmpty ? 'the events of the time between are lost' : 'continued after the last event';
  await persistently(
    async (reached) => {
      const url = `${address}?${query()}`;
      const answer = await session.transport.open({ url, headers: { accept: 'text/event-stream' }, signal });
      if (answer.statusCode === NOT_FOUND && isJob && wasConnected) {
        answer.destroy();
        return session.terminal.note(`${name} has ended; its last events may be missing`);
      }
      if ((answer.statusCode ?? 0) >= 400) throw await answerError(answer, 'GET', url);
      reached();
      if (!isJob && !wasConnected) await noteWaiting(session, api, name);
      wasConnected = true;
      for await (const { id, data } of serverEvents(answer.setEncoding('utf8'))) {
        const missing = id === undefined ? 0 : positions.note(id);
        if (missing) session.terminal.note(missingNote(missing, id ?? ''));
        if (missing === undefined || data === undefined) continue;
        await session.terminal.write(`${data}\n`);
        left -= 1;
        if (left > 0) continue;
        answer.destroy();
        return;
      }
      // The stream of a job ends with the job; any other end is an interruption.
      const state = isJob ? await jobState(api, name) : 'Launched';
      if (state !== undefined && !OVER.has(state)) throw lostConnection('the stream ended');
    },
    { signal, trouble: troubleNotes(session, meanwhile), wasReached: true },
  );
}

interface EventsOptions {
  since?: number;
  limit?: number;
  follow?: boolean;
}

export function registerEvents(group: PortolanCommand): void {
  group
    .command('events')
    .description('Print what happened to a job and its workers, oldest first.')
    .argument('<job>', 'id of the job')
    .option('--since <time>', 'only since then: a time, or an age such as 2h', moment)
    .option('--limit <n>', 'at most so many, the newest (1000)', wholeNumber(1))
    .option('-f, --follow', 'also what happens from now on, until the job is over')
    .examples(
      'portolan stream events sine-stream-7',
      'portolan stream events sine-stream-7 --since 2h',
      'portolan stream events sine-stream-7 --follow -o ndjson | jq .message',
    )
    .sessionAction(async (session, jobId: string, { follow: isFollowing, since, limit }: EventsOptions) => {
      const query = { ...(since !== undefined && { since }), ...(limit !== undefined && { limit }) };
      if (isFollowing) return follow(session, jobId, query);
      const { data } = await getJobEvents({ ...streamsApi(session), path: { jobId }, query });
      await session.printer.list(data.list, EVENT_COLUMNS, 'no events');
    });
}

/** Prints events as they come, a line each; continues after a lost connection. */
async function follow(session: Session, jobId: string, query: EventsOptions): Promise<void> {
  const { client } = streamsApi(session);
  const { printer, terminal } = session;
  let after: string | undefined;
  await session.io.interrupts.abortable((signal) =>
    persistently(
      async (reached) => {
        let isOver = false;
        const onPosition = (id: string): void => {
          after = id;
          reached();
        };
        const onEnd = (): void => {
          isOver = true;
        };
        // The second attempt learns from a 204 that the job has ended.
        const options = { query, signal, attempts: 2, pauseMs: 100, after, onPosition, onEnd };
        for await (const event of followJobEvents(client, jobId, options))
          await terminal.write(`${printer.isForPeople ? lineOf(event) : jsonOf(event)}\n`);
        if (!isOver) throw lostConnection('the stream ended');
      },
      { signal, trouble: troubleNotes(session) },
    ),
  );
}

const lineOf = ({ timestamp, state, message, reason }: JobEvent): string =>
  oneLine([fullTime(timestamp), state, message, causeIn(reason) ?? ''].join('  ').trimEnd());

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
