import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LaunchFailed } from './launch-failed';

const MEGABYTE = 2 ** 20;
const ATTEMPTS = 4;
/** Pause before the second try, ms; doubled each time. */
const BACKOFF_MS = 250;
/** Statuses below 500 that another try may cure. */
const PASSING_STATUSES = new Set([408, 425, 429]);
/** Errors of the file system that another try can't cure. */
const LASTING_CODES = new Set(['ENOENT', 'EISDIR', 'ENOTDIR', 'EACCES']);

/** Bounds of one download. */
export interface DownloadLimits {
  maxMegabytes: number;
  timeoutMs: number;
}

/**
 * Fetches an http(s) or file address into `target`, which is there whole or not at all. Answers of 5xx
 * and broken connections are tried again a few times.
 *
 * @param authorization header for the server; else what the address itself says
 * @throws LaunchFailed `downloadFailed` that names the address
 */
export async function download(
  url: string,
  target: string,
  limits: DownloadLimits,
  signal: AbortSignal,
  authorization?: string,
): Promise<void> {
  const temporary = `${target}.download`;
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]);
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        await pipeline(
          await openSource(url, bounded, authorization),
          atMost(limits.maxMegabytes * MEGABYTE, url),
          createWriteStream(temporary),
          { signal: bounded },
        );
        return await rename(temporary, target);
      } catch (error) {
        if (signal.aborted) throw error;
        const failure = asFailure(url, error, bounded.aborted ? limits.timeoutMs : undefined);
        if (failure.failure.permanent || bounded.aborted || attempt >= ATTEMPTS) throw failure;
        await delay(BACKOFF_MS * 2 ** (attempt - 1), undefined, { signal: bounded }).catch(() => undefined);
      }
    }
  } finally {
    await rm(temporary, { force: true });
  }
}

/** An address without the user and password that it may contain. */
export function withoutCredentials(url: string): string {
  try {
    const parsed = new URL(url);
    parsed.username = parsed.password = '';
    return parsed.href;
  } catch {
    return url;
  }
}

async function openSource(
  url: string,
  signal: AbortSignal,
  authorization: string | undefined,
): Promise<Readable> {
  const { protocol } = URL.canParse(url) ? new URL(url) : { protocol: '' };
  if (protocol === 'file:') return createReadStream(fileURLToPath(url));
  if (protocol !== 'http:' && protocol !== 'https:')
    throw failed(url, 'only http, https and file addresses can be fetched', true);
  const response = await fetch(withoutCredentials(url), {
    signal,
    headers: authorization ? { authorization } : credentialsOf(url),
  });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    const lasting = response.status < 500 && !PASSING_STATUSES.has(response.status);
    throw failed(url, `the server answered ${response.status}`, lasting);
  }
  return Readable.fromWeb(response.body);
}

/** `fetch` takes no address with a user in it. */
function credentialsOf(url: string): Record<string, string> {
  const { username, password } = new URL(url);
  if (!username && !password) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function atMost(bytes: number, url: string): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > bytes) done(failed(url, `larger than ${bytes / MEGABYTE} MB`, true));
      else done(null, chunk);
    },
  });
}

function asFailure(url: string, error: unknown, timedOutAfterMs: number | undefined): LaunchFailed {
  if (error instanceof LaunchFailed) return error;
  if (timedOutAfterMs !== undefined) return failed(url, `not done within ${timedOutAfterMs} ms`, false);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (cause as NodeJS.ErrnoException).code;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return failed(url, reason, code !== undefined && LASTING_CODES.has(code));
}

const failed = (url: string, reason: string, permanent: boolean): LaunchFailed =>
  new LaunchFailed('downloadFailed', `could not download ${withoutCredentials(url)}: ${reason}`, permanent);
