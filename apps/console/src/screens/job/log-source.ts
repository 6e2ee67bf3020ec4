import { useEffect, useState } from 'react';
import { followJobFile, readJobFile, type Client } from '@portolan/client-jobs';
import { useJobs } from '../../api/clients';
import { NO_LINES, appended, type LogLines } from './log-lines';

/** Lines with which a live log begins. */
const TAIL = 2000;
/** Bytes of one part of a file that is read by position. */
export const PART_BYTES = 2_000_000;
/** Data received within this time is rendered together, ms. */
const GATHER_MS = 100;

/** A log as far as it is loaded. */
export interface Log extends LogLines {
  state: 'loading' | 'live' | 'ended';
  error?: unknown;
}

const LOADING: Log = { ...NO_LINES, state: 'loading' };

/** Yields the bytes to show: the live end of the file, or the part of it that begins at a position. */
async function* bytesOf(
  client: Client,
  id: string,
  path: string,
  at: number | undefined,
  signal: AbortSignal,
) {
  if (at === undefined) {
    yield* followJobFile(client, id, path, { tail: TAIL, signal, attempts: Infinity });
    return;
  }
  const response = await readJobFile(client, id, path, `bytes=${at}-${at + PART_BYTES - 1}`);
  yield new Uint8Array(await response.arrayBuffer());
}

/** Returns the end of a file and what is appended, or with `at` the part that begins at this byte. */
export function useLog(id: string, path: string, at: number | undefined): Log {
  const client = useJobs();
  const [log, setLog] = useState(LOADING);
  useEffect(() => {
    const left = new AbortController();
    const decoder = new TextDecoder();
    let [waiting, timer] = ['', undefined as ReturnType<typeof setTimeout> | undefined];
    const draw = (): void => {
      timer = undefined;
      const text = waiting;
      waiting = '';
      setLog((before) => ({ ...before, ...appended(before, text), state: 'live' }));
    };
    const read = async (): Promise<void> => {
      for await (const bytes of bytesOf(client, id, path, at, left.signal)) {
        waiting += decoder.decode(bytes, { stream: true });
        timer ??= setTimeout(draw, GATHER_MS);
      }
      clearTimeout(timer);
      draw();
      if (!left.signal.aborted) setLog((before) => ({ ...before, state: 'ended' }));
    };
    setLog(LOADING);
    // A file that nothing was written to has no lines: the stream begins with the first one.
    timer = setTimeout(draw, GATHER_MS);
    read().catch((error: unknown) => {
      clearTimeout(timer);
      if (!left.signal.aborted) setLog((before) => ({ ...before, state: 'ended', error }));
    });
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [client, id, path, at]);
  return log;
}
