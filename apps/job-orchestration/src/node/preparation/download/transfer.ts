import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { LaunchFailed } from '../launch-failed';
import { downloadFailed, type Look, type OpenSource, type Validator } from './source';

const MEGABYTE = 2 ** 20;
const ATTEMPTS = 4;
/** Pause before the second try, ms; doubled each time. */
const BACKOFF_MS = 250;
/** Errors that another try can't cure: of the file system, and for addresses that may not be called. */
const LASTING_CODES = new Set([
  'ENOENT',
  'EISDIR',
  'ENOTDIR',
  'EACCES',
  'ELOOP',
  'ENAMETOOLONG',
  'ERR_OUTBOUND_REFUSED',
]);

/** Bounds of one download. */
export interface DownloadLimits {
  maxMegabytes: number;
  timeoutMs: number;
}

/** One transfer: what is fetched, how, and how much of it at the most. */
export interface Transfer extends Look {
  open: OpenSource;
  limits: DownloadLimits;
  /** The server has chosen the version that it sends. */
  onAnswer?: () => void;
}

/**
 * Fetches an address into a file. Answers of 5xx and broken connections are tried again a few times.
 *
 * @returns the version that was fetched (undefined when it has no name), or `unchanged`
 * @throws LaunchFailed `downloadFailed` that names the address
 */
export async function transfer(
  url: string,
  file: string,
  { open, limits, onAnswer, ...look }: Transfer,
): Promise<Validator | undefined | 'unchanged'> {
  const { signal } = look;
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]);
  for (let attempt = 1; ; attempt++) {
    try {
      const content = await open(url, { ...look, signal: bounded });
      onAnswer?.();
      if (content === 'unchanged') return content;
      const { body, validator } = content;
      await pipeline(body, atMost(limits.maxMegabytes * MEGABYTE, url), createWriteStream(file), {
        signal: bounded,
      });
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
    return downloadFailed(url, `not done within ${timedOutAfterMs} ms`, false);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (cause as NodeJS.ErrnoException).code;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return downloadFailed(url, reason, code !== undefined && LASTING_CODES.has(code));
}
