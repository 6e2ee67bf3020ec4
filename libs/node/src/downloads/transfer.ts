import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { abortedAfter, messageOf } from '@portolan/service';
import { LaunchFailed } from '../launch-directory/launch-failed';
import { downloadFailed, type Look, type OpenSource, type Validator } from './source';

const MEGABYTE = 2 ** 20;
const ATTEMPTS = 4;
/** Pause before the first retry, ms; doubled each time. */
const BACKOFF_MS = 250;
/** Errors that a retry cannot cure: those of the file system, and refused addresses. */
const LASTING_CODES = new Set(
  'ENOENT EISDIR ENOTDIR EACCES ELOOP ENAMETOOLONG ERR_OUTBOUND_REFUSED'.split(' '),
);

export interface DownloadLimits {
  maxMegabytes: number;
  timeoutMs: number;
}

/** One transfer: its address, source and limits. */
export interface Transfer extends Look {
  open: OpenSource;
  limits: DownloadLimits;
  /** Called when the server has chosen the version that it sends. */
  onAnswer?: () => void;
}

/** Downloads into a file, with a few retries. @returns the version, if named, or `unchanged` @throws LaunchFailed */
export async function transfer(
  url: string,
  file: string,
  { open, limits, onAnswer, ...look }: Transfer,
): Promise<Validator | undefined | 'unchanged'> {
  const { signal } = look;
  const bounded = abortedAfter(limits.timeoutMs, signal);
  for (let attempt = 1; ; attempt++) {
    try {
      const content = await open(url, { ...look, signal: bounded });
      onAnswer?.();
      if (content === 'unchanged') return content;
      const { body, validator } = content;
      const limit = atMost(limits.maxMegabytes * MEGABYTE, url);
      await pipeline(body, limit, createWriteStream(file), { signal: bounded });
      return validator;
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = asFailure(url, error, bounded.aborted ? limits.timeoutMs : undefined);
      if (failure.failure.permanent || bounded.aborted || attempt >= ATTEMPTS) throw failure;
      await delay(BACKOFF_MS * 2 ** (attempt - 1), undefined, { signal: bounded }).catch(() => undefined);
    }
  }
}

function atMost(bytes: number, url: string): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > bytes) done(downloadFailed(url, `larger than ${bytes / MEGABYTE} MB`, true));
      else done(null, chunk);
    },
  });
}

function asFailure(url: string, error: unknown, timedOutAfterMs: number | undefined): LaunchFailed {
  if (error instanceof LaunchFailed) return error;
  if (timedOutAfterMs !== undefined)
    return downloadFailed(url, `not finished within ${timedOutAfterMs} ms`, false);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (cause as NodeJS.ErrnoException).code;
  const reason = messageOf(cause);
  return downloadFailed(url, reason, code !== undefined && LASTING_CODES.has(code));
}
