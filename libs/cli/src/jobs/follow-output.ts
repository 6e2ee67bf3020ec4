import { setTimeout as delay } from 'node:timers/promises';
import { getJob, getJobArray, getJobStatus, listJobAttempts, type JobStatus } from '@portolan/client-jobs';
import type { Transport } from '../connection/transport.ts';
import { CliError, ExitCode } from '../failure/cli-error.ts';
import { answered, isAnswered } from '../failure/request-failure.ts';
import type { JobsApi } from '../session/jobs-api.ts';
import { readFile, pollFile } from './follow-file.ts';
import { isOver } from './wait.ts';
import { persistently, type Persistence } from '../transfer/persist.ts';
import type { Receive } from '../transfer/pour.ts';

/** A file of a job that is followed over all attempts. */
export interface OutputRequest extends Persistence {
  baseUrl: string;
  id: string;
  path: string;
  /** The attempt to begin with. @default the latest */
  attempt?: number | undefined;
  /** For the first file only. */
  tail?: number | undefined;
  offset?: number | undefined;
  /** Called before the output of each attempt but the first. */
  onAttempt?: (attempt: number) => void;
  /** Called with the reason when an attempt does not begin for a while. */
  onWaiting?: (reason: string) => void;
}

const POLL_MS = [100, 200, 400, 800, 1000] as const;
/** So long an attempt may take to start before the reason is told. */
const UNSTARTED_MS = 2000;
const FIRST = 1;

export function fileUrl(baseUrl: string, id: string, path: string, attempt?: number): string {
  const place = attempt === undefined ? ['output'] : ['attempts', String(attempt), 'output'];
  const segments = [id, ...place, ...path.split('/').filter((segment) => segment !== '')];
  return `${baseUrl.replace(/(?<!\/)\/+$/, '')}/api/v3/jobs/${segments.map(encodeURIComponent).join('/')}`;
}

/**
 * Follows a file of a job until the job is over, attempt after attempt. Bytes are addressed by attempt and position, so that none is
 * missing and none comes twice, whatever breaks off in between.
 * @throws CliError for an array, which has no output, and for an attempt that never comes; AnswerError when there is no such job or file
 */
export async function followOutput(
  transport: Transport,
  api: JobsApi,
  request: OutputRequest,
  receive: Receive,
): Promise<void> {
  const { baseUrl, id, path, onAttempt } = request;
  let { attempt, tail, offset } = request;
  const latest = await persistently(async (reached) => {
    const found = await latestAttempt(api, id);
    reached();
    if (found === 0 && attempt === undefined) await refuseArray(api, id);
    return found;
  }, request);
  const persistence = { ...request, wasReached: true };
  if (latest === undefined) {
    const file = { url: fileUrl(baseUrl, id, path), offset: offset ?? 0, isOptional: isOutput(path) };
    const over = async (): Promise<boolean> => isOver(await statusOf(api, id));
    return pollFile(transport, { ...persistence, ...file, isOver: over }, receive);
  }
  attempt ??= Math.max(latest, FIRST);
  const first = attempt;
  for (; ; attempt += 1, tail = undefined, offset = undefined) {
    if (attempt > latest && !(await begun(api, id, attempt, persistence))) {
      // A job that never started has no output; a later attempt that was asked for is missed.
      if (attempt === first && attempt > FIRST)
        throw new CliError(`job ${id} ended without an attempt ${attempt}`, ExitCode.Refused);
      return;
    }
    if (attempt > first) onAttempt?.(attempt);
    const url = fileUrl(baseUrl, id, path, attempt);
    const reading = new AbortController();
    void noteUnstarted(api, persistence, reading.signal);
    await readFile(transport, { url, follow: true, tail, offset }, receive, persistence).finally(() =>
      reading.abort(),
    );
  }
}

/** Tells why an attempt has not started, although it exists: its job waits for a node, and its file for the job. */
async function noteUnstarted(api: JobsApi, request: OutputRequest, signal: AbortSignal): Promise<void> {
  if (!request.onWaiting) return;
  try {
    await delay(UNSTARTED_MS, undefined, { signal });
    const { data: job } = await getJob({ ...api, path: { id: request.id }, signal });
    if (job.status === 'ACCEPTED' && !signal.aborted) request.onWaiting(job.statusMsg ?? job.status);
  } catch {
    // The file has been read, or the service is unreachable, which its reader reports.
  }
}

const isOutput = (path: string): boolean => path === 'stdout' || path === 'stderr';

/** @returns 0 without attempts; undefined when the service knows none, as those of earlier releases @throws ApiError without the job */
async function latestAttempt(api: JobsApi, id: string): Promise<number | undefined> {
  const found = await answered(listJobAttempts({ ...api, path: { id } }));
  if (found) return found.data.at(-1)?.attempt ?? 0;
  await statusOf(api, id);
  return undefined;
}

/** Waits until an attempt exists. @returns false when the job is over without it */
async function begun(api: JobsApi, id: string, attempt: number, request: OutputRequest): Promise<boolean> {
  for (let polls = 0; ; polls += 1) {
    const state = await persistently(async (reached) => {
      // Asked for first: an attempt that begins between the two requests is seen by the second.
      const { data: job } = await getJob({ ...api, path: { id } });
      const found = ((await latestAttempt(api, id)) ?? 0) >= attempt;
      reached();
      return { found, job };
    }, request);
    if (state.found) return true;
    const { status, statusMsg } = state.job;
    if (isOver(status)) return false;
    if (polls === POLL_MS.length) request.onWaiting?.(statusMsg ?? status);
    const pauseMs = POLL_MS[Math.min(polls, POLL_MS.length - 1)];
    await delay(pauseMs, undefined, { signal: request.signal });
  }
}

const statusOf = async (api: JobsApi, id: string): Promise<JobStatus> =>
  (await getJobStatus({ ...api, path: { id } })).data.status;

/** @throws CliError for an array, which has no output */
export async function refuseArray(api: JobsApi, id: string): Promise<void> {
  try {
    await getJobArray({ ...api, path: { id } });
  } catch (error) {
    if (isAnswered(error)) return;
    throw error;
  }
  const example = `portolan job logs ${id}.0`;
  throw new CliError(
    `job ${id} is an array: its elements have the output`,
    ExitCode.Refused,
    `try ${example}`,
  );
}
