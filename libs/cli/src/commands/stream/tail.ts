import { EventPositions, getJob, getLatestJobDiscoveryInfo, serverEvents } from '@portolan/client-streams';
import { answerError } from '../../connection/answered-error.ts';
import { lostConnection } from '../../failure/lost-connection.ts';
import { answered, isAnswered } from '../../failure/request-failure.ts';
import { wholeNumber } from '../../input/values.ts';
import { persistently } from '../../transfer/persist.ts';
import { missingNote, troubleNotes } from '../../session/trouble-notes.ts';
import { AS_IT_IS, type PortolanCommand } from '../../session/portolan-command.ts';
import type { Session } from '../../session/session.ts';
import { streamsApi, type StreamsApi } from '../../session/streams-api.ts';

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
async function jobState(api: StreamsApi, name: string): Promise<string | undefined> {
  try {
    return (await getJob({ ...api, path: { jobId: name } })).data.jobMetadata.state;
  } catch (error) {
    if (isAnswered(error) && error.status === NOT_FOUND) return undefined;
    throw error;
  }
}

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
