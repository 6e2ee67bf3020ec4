import { followJobEvents, getJobEvents, type JobEvent } from '@portolan/client-streams';
import { moment } from '../../input/moment.ts';
import { wholeNumber } from '../../input/values.ts';
import { oneLine } from '../../output/text.ts';
import { fullTime } from '../../output/times.ts';
import { jsonOf } from '../../output/printer.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import type { Session } from '../../session/session.ts';
import { streamsApi } from '../../session/streams-api.ts';
import { troubleNotes } from '../../session/trouble-notes.ts';
import { lostConnection } from '../../failure/lost-connection.ts';
import { persistently } from '../../transfer/persist.ts';
import { EVENT_COLUMNS, causeIn } from './columns.ts';

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
