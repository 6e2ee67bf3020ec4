import { ApiError, BEARER, chunksOf, parsed } from './generated/api-client.ts';
import type { Client } from './generated/client/index.ts';
import type { FollowOptions } from './generated/follow-events.ts';
import { getJob } from './generated/sdk.gen.ts';
import { EventPositions } from './event-positions.ts';
import { serverEvents } from './server-events.ts';

/** How output is followed; the callbacks tell what its events do not. */
export interface FollowOutputOptions extends FollowOptions {
  /**
   * Parameters of the sink. With `sample`, `sampleMSec`, `clientId` or `groupId` events have no ids, and those between two connections are
   * missing.
   */
  query?: Record<string, string | number | boolean>;
  /** Called when a connection is open. */
  onOpen?: () => void;
  /** Called when a connection has failed; another one is tried after a pause. */
  onFailure?: (error: unknown) => void;
  /** Called when events of a worker are missing before the next event: dropped, or no longer kept. */
  onMissing?: (count: number, workerId: string) => void;
  /** Called when the job has ended while the connection was lost: its last events may be missing. */
  onEndUnseen?: () => void;
}

const WITHOUT_IDS = ['sample', 'sampleMSec', 'clientId', 'groupId'];
const NOT_FOUND = 404;

/**
 * Yields the events of all workers of a job, parsed when they are JSON, until the job ends. After a lost connection or a restart of
 * the service it continues after the last event of each worker: none comes twice, and those that the workers no longer keep are
 * reported.
 * @throws ApiError for an unknown job; Error when the service can't be reached
 */
export const followJobOutput = (
  client: Client,
  jobId: string,
  options: FollowOutputOptions = {},
): AsyncGenerator<unknown, void> => followOutput(client, 'jobConnectbyid', jobId, options);

/**
 * Yields the events of the newest job of a job cluster as {@link followJobOutput} does, without an end: job after job.
 * @throws ApiError for an unknown job cluster; Error when the service can't be reached
 */
export const followClusterOutput = (
  client: Client,
  clusterName: string,
  options: FollowOutputOptions = {},
): AsyncGenerator<unknown, void> => followOutput(client, 'jobConnectbyname', clusterName, options);

async function* followOutput(
  client: Client,
  place: 'jobConnectbyid' | 'jobConnectbyname',
  name: string,
  { query = {}, signal, attempts = 5, pauseMs = 1000, ...report }: FollowOutputOptions,
): AsyncGenerator<unknown, void> {
  const positions = new EventPositions();
  const hasIds = !WITHOUT_IDS.some((parameter) => parameter in query);
  const isJob = place === 'jobConnectbyid';
  let wasOpen = false;
  /** An exception of a callback is the caller's: a further connection would not help. */
  let isRefused = false;
  const tell = (callback: () => void): void => {
    try {
      callback();
    } catch (error) {
      isRefused = true;
      throw error;
    }
  };
  for (let failed = 0; !signal?.aborted;) {
    try {
      const { response } = await client.get<{ 200: unknown }, unknown, true>({
        security: BEARER,
        url: `/api/v1/${place}/{name}`,
        path: { name },
        query: {
          ...query,
          ...(hasIds && { enableEventIds: true }),
          ...(!positions.isEmpty && { afterEventIds: String(positions) }),
        },
        headers: { Accept: 'text/event-stream' },
        parseAs: 'stream',
        throwOnError: true,
        ...(signal && { signal }),
      });
      [failed, wasOpen] = [0, true];
      tell(() => report.onOpen?.());
      for await (const { id, data } of serverEvents(textOf(response))) {
        const missing = id === undefined ? 0 : positions.note(id);
        if (missing) tell(() => report.onMissing?.(missing, id?.slice(0, id.lastIndexOf(':')) ?? ''));
        if (missing !== undefined && data !== undefined) yield parsed(data);
      }
      // The output of a job ends with the job; any other end is an interruption.
      if (isJob && (await isOver(client, name))) return;
    } catch (error) {
      if (isRefused) throw error;
      if (signal?.aborted) return;
      if (isJob && wasOpen && isNotFound(error)) return report.onEndUnseen?.();
      failed += 1;
      if ((error instanceof ApiError && error.isFinal) || failed >= attempts) throw error;
      report.onFailure?.(error);
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === NOT_FOUND;

/** A job that retention has deleted is over, too. */
async function isOver(client: Client, jobId: string): Promise<boolean> {
  try {
    const { data } = await getJob({ client, path: { jobId }, throwOnError: true });
    const { state } = data.jobMetadata;
    return state === 'Completed' || state === 'Failed';
  } catch (error) {
    if (isNotFound(error)) return true;
    throw error;
  }
}

async function* textOf(response: Response): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  for await (const bytes of chunksOf(response)) yield decoder.decode(bytes, { stream: true });
}
