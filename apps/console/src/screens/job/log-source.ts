import { useEffect, useState } from 'react';
import { followJobFile, type Client } from '@portolan/client-jobs';
import { useJobs } from '../../api/clients';
import { statusOf } from '../../api/errors';
import { NO_LINES, appended, type LogLines } from './log-lines';
import { readFile, type JobFile } from './read-file';

/** Lines with which a live log begins. */
const TAIL = 2000;
/**
 * Bytes of one part of a file that is read by position. All its lines are shown, and no browser draws many more of them one below
 * the other than it has then, even if each is empty.
 */
export const PART_BYTES = 1_500_000;
/** The answer to a part that begins behind the end of the file. */
const BEHIND_THE_END = 416;
/** Data received within this time is rendered together, ms. */
const GATHER_MS = 100;

/** A log as far as it is loaded. */
export interface Log extends LogLines {
  state: 'loading' | 'live' | 'ended';
  error?: unknown;
  /** Bytes of the whole file, or a position behind them, once a part of it that is read by position is there. */
  size?: number;
}

const LOADING: Log = { ...NO_LINES, state: 'loading' };

/** Reports whether what is shown grows with the file: its end, unless an earlier attempt wrote it. */
export const isLive = ({ attempt }: JobFile, at: number | undefined): boolean =>
  at === undefined && attempt === undefined;

/** Reads a part of a file: that which begins at a position, or its end. An empty file has neither. */
async function partOf(
  client: Client,
  file: JobFile,
  at: number | undefined,
  signal: AbortSignal,
): Promise<Response | undefined> {
  const range = at === undefined ? `-${PART_BYTES}` : `${at}-${at + PART_BYTES - 1}`;
  try {
    return await readFile(client, file, `bytes=${range}`, signal);
  } catch (error) {
    if (statusOf(error) === BEHIND_THE_END) return undefined;
    throw error;
  }
}

/**
 * Yields the bytes to show: the live end of the file, or the part of it that begins at a position. The end of an earlier attempt is
 * not live.
 * @param onSize called with the size of the whole file, where it is known, or with a position behind its end
 */
async function* bytesOf(
  client: Client,
  file: JobFile,
  at: number | undefined,
  signal: AbortSignal,
  onSize: (bytes: number) => void,
) {
  if (isLive(file, at)) {
    yield* followJobFile(client, file.jobId, file.path, { tail: TAIL, signal, attempts: Infinity });
    return;
  }
  const part = await partOf(client, file, at, signal);
  const size = Number(/\/(\d+)$/.exec(part?.headers.get('content-range') ?? '')?.[1] ?? Number.NaN);
  if (Number.isInteger(size)) onSize(size);
  // No part: the file ends before this position.
  else if (!part) onSize(at ?? 0);
  if (part) yield new Uint8Array(await part.arrayBuffer());
}

/** Returns the end of a file and what is appended, or with `at` the part that begins at this byte. */
export function useLog(file: JobFile, at: number | undefined): Log {
  const client = useJobs();
  const { jobId, path, attempt } = file;
  const of = JSON.stringify([jobId, path, attempt, at]);
  const [{ log, shown }, setShown] = useState({ log: LOADING, shown: of });
  useEffect(() => {
    const left = new AbortController();
    const setLog = (next: (before: Log) => Log): void => {
      // An answer that arrives after another file was chosen must not replace that file.
      if (left.signal.aborted) return;
      setShown((before) => ({ log: next(before.shown === of ? before.log : LOADING), shown: of }));
    };
    const decoder = new TextDecoder();
    const limit = at === undefined ? undefined : Infinity;
    let [waiting, timer] = ['', undefined as ReturnType<typeof setTimeout> | undefined];
    const draw = (): void => {
      timer = undefined;
      const text = waiting;
      waiting = '';
      setLog((before) => ({ ...before, ...appended(before, text, limit), state: 'live' }));
    };
    const read = async (): Promise<void> => {
      const onSize = (size: number): void => setLog((before) => ({ ...before, size }));
      for await (const bytes of bytesOf(client, { jobId, path, attempt }, at, left.signal, onSize)) {
        waiting += decoder.decode(bytes, { stream: true });
        timer ??= setTimeout(draw, GATHER_MS);
      }
      clearTimeout(timer);
      draw();
      setLog((before) => ({ ...before, state: 'ended' }));
    };
    setLog(() => LOADING);
    // A live file that nothing was written to has no lines: the stream begins with the first one.
    if (isLive({ jobId, path, attempt }, at)) timer = setTimeout(draw, GATHER_MS);
    read().catch((error: unknown) => {
      clearTimeout(timer);
      setLog((before) => ({ ...before, state: 'ended', error }));
    });
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [client, jobId, path, attempt, at, of]);
  return shown === of ? log : LOADING;
}
