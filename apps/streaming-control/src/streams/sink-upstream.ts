import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { RetryDelay } from '@portolan/worker/sink-protocol';
import { FrameSplitter, type FrameBatch } from './frame-splitter';
import { SinkAnswer, refusalText } from './sink-answers';

/** What a worker that has left may still say, ms. */
const LAST_WORDS_MS = 1000;
const BAD_REQUEST = 400;
/** What is read of a refusal, bytes. */
const MAX_REFUSAL_BYTES = 4096;

/** Who wants what a sink sends. */
export interface SinkReader {
  frames(batch: FrameBatch): void;
  /** A message is too large to be passed on. @param bytes of it that have come */
  lost(bytes: number): void;
  /** `answer` has changed. */
  answered(): void;
}

/** The connection to one worker's sink; opened again as long as the worker is there and does not refuse it. */
export class SinkUpstream {
  answer: SinkAnswer = SinkAnswer.Pending;
  /** What a sink that refuses said. */
  refusal = '';
  private request: ClientRequest | undefined;
  private response: IncomingMessage | undefined;
  private retry: NodeJS.Timeout | undefined;
  private readonly delay = new RetryDelay();
  private wanted = true;
  private refused = false;

  constructor(
    private readonly url: string,
    private readonly reader: SinkReader,
  ) {
    this.open();
  }

  /** The worker has left: no new connection, and the one there is may come to its end. */
  retire(): void {
    this.wanted = false;
    clearTimeout(this.retry);
    this.resume();
    const request = this.request;
    setTimeout(() => request?.destroy(), LAST_WORDS_MS).unref();
  }

  /** Reads no more for now: what the worker says meanwhile waits on its side. */
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
    const request = get(this.url, { agent: false, headers: { accept: 'text/event-stream' } }, (response) => {
      response.on('error', () => request.destroy());
      if (response.statusCode === 200) this.read(response);
      else if (response.statusCode === BAD_REQUEST) this.readRefusal(response);
      else request.destroy();
    });
    request.setNoDelay(true);
    // Without an error listener a worker that dies would end this process; `close` follows every error.
    request.on('error', () => undefined);
    request.once('close', () => this.reopen());
    this.request = request;
  }

  private read(response: IncomingMessage): void {
    const splitter = new FrameSplitter(
      (batch) => this.reader.frames(batch),
      (bytes) => this.reader.lost(bytes),
    );
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
