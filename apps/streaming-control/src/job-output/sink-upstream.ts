import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { RetryDelay } from '@portolan/worker/sink-protocol';
import { FrameSplitter, lastEventId, type FrameBatch } from './frame-splitter';

/** The result of the last attempt to read from a worker's sink. */
export const SinkAnswer = {
  Pending: 'pending',
  Open: 'open',
  /** The sink refused the client's parameters with 400: a retry cannot help. */
  Refused: 'refused',
  /** The sink is unreachable, closed the connection or responded with another status: the read is retried. */
  Failed: 'failed',
} as const;
export type SinkAnswer = (typeof SinkAnswer)[keyof typeof SinkAnswer];

/**
 * Decides from the answers of a job's sinks whether the stream to a client begins, or goes on.
 * @param hasBegun whether it has begun already
 * @returns `refused` when all sinks that can be reached refuse the client's parameters, `begin` when there may be output, `wait` while
 * that is unknown
 */
export function verdictOf(answers: readonly SinkAnswer[], hasBegun: boolean): 'begin' | 'refused' | 'wait' {
  if (answers.includes(SinkAnswer.Open)) return 'begin';
  if (answers.includes(SinkAnswer.Pending)) return hasBegun ? 'begin' : 'wait';
  const refusing = answers.filter((answer) => answer === SinkAnswer.Refused).length;
  // A stream that has begun goes on with a sink whose connection is only interrupted.
  return refusing > 0 && (!hasBegun || refusing === answers.length) ? 'refused' : 'begin';
}

/** Maximum characters of a reason in a comment. */
const MAX_REASON = 300;

/** Returns the reason of a sink's refusal on one line. @param body `{"error": text}` as libs/worker responds, or any text */
export function refusalText(body: string): string {
  let text: unknown = body;
  try {
    text = (JSON.parse(body) as { error?: unknown } | null)?.error ?? body;
  } catch {
    // The body is plain text.
  }
  const line = (typeof text === 'string' ? text : body).replace(/\s+/g, ' ').trim();
  return line.slice(0, MAX_REASON) || 'it answered 400';
}

/** How long the connection to a removed worker stays open, ms. */
const RETIRED_OPEN_MS = 1000;
const BAD_REQUEST = 400;
/** Number of bytes read of a refusal. */
const MAX_REFUSAL_BYTES = 4096;

export interface SinkReader {
  frames: (batch: FrameBatch) => void;
  /** Called for an oversized message. @param bytes received so far */
  lost: (bytes: number) => void;
  /** Called when `answer` has changed. */
  answered: () => void;
}

/** The connection to one worker's sink; reopened as long as the worker exists and does not refuse it. */
export class SinkUpstream {
  answer: SinkAnswer = SinkAnswer.Pending;
  refusal = '';
  private request: ClientRequest | undefined;
  private response: IncomingMessage | undefined;
  private retry: NodeJS.Timeout | undefined;
  private readonly delay = new RetryDelay();
  private wanted = true;
  private refused = false;
  private lastId: string | undefined;

  /** @param sink URL of the sink, and whether its events carry ids: with them, a reopened connection misses nothing */
  constructor(
    private readonly sink: { readonly url: string; readonly hasEventIds: boolean },
    private readonly reader: SinkReader,
  ) {
    this.open();
  }

  /** Stops reconnecting to a removed worker; the open connection may still deliver its last output. */
  retire(): void {
    this.wanted = false;
    clearTimeout(this.retry);
    this.resume();
    const request = this.request;
    setTimeout(() => request?.destroy(), RETIRED_OPEN_MS).unref();
  }

  /** Pauses reading; the worker buffers its output meanwhile. */
  pause(): void {
    this.response?.pause();
  }

  resume(): void {
    this.response?.resume();
  }

  close(): void {
    this.wanted = false;
    clearTimeout(this.retry);
    this.request?.destroy();
  }

  private open(): void {
    const request = get(
      this.urlFrom(this.lastId),
      { agent: false, headers: { accept: 'text/event-stream' } },
      (response) => {
        response.on('error', () => request.destroy());
        if (response.statusCode === 200) this.read(response);
        else if (response.statusCode === BAD_REQUEST) this.readRefusal(response);
        else request.destroy();
      },
    );
    request.setNoDelay(true);
    // An unhandled error event would end this process; a `close` event follows every error.
    request.on('error', () => undefined);
    request.once('close', () => this.reopen());
    this.request = request;
  }

  private urlFrom(lastId: string | undefined): string {
    const { url } = this.sink;
    // Of two parameters with one name the first counts.
    return lastId === undefined ? url : url.replace('?', `?afterEventIds=${encodeURIComponent(lastId)}&`);
  }

  private read(response: IncomingMessage): void {
    const { frames, lost } = this.reader;
    const note = (batch: FrameBatch): void => {
      this.lastId = lastEventId(batch.bytes) ?? this.lastId;
      frames(batch);
    };
    const splitter = new FrameSplitter(this.sink.hasEventIds ? note : frames, lost);
    this.delay.reset();
    this.response = response;
    this.become(SinkAnswer.Open);
    response.on('data', (chunk: Buffer) => splitter.push(chunk));
  }

  private readRefusal(response: IncomingMessage): void {
    this.refused = true;
    let body = '';
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      body += text;
      if (body.length > MAX_REFUSAL_BYTES) response.destroy();
    });
    response.once('close', () => {
      this.refusal = refusalText(body.slice(0, MAX_REFUSAL_BYTES));
      this.become(SinkAnswer.Refused);
    });
  }

  private reopen(): void {
    if (!this.wanted || this.refused) return;
    this.become(SinkAnswer.Failed);
    this.retry = setTimeout(() => this.open(), this.delay.next());
    this.retry.unref();
  }

  private become(answer: SinkAnswer): void {
    if (this.answer === answer || !this.wanted) return;
    this.answer = answer;
    this.reader.answered();
  }
}
