import { get as getHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import { errorText } from './errors';
import { RetryDelay } from './retry-delay';

export interface StreamEvent {
  /** The frame's `event` field; undefined for plain data. */
  readonly event?: string | undefined;
  readonly data: string;
}

export interface EventStreamOptions {
  readonly url: URL;
  /** Silence of so many ms means that the other end is gone, whatever TCP says. */
  readonly idleMs: number;
  onEvent(event: StreamEvent): void;
  /** Each time the stream is open. */
  onOpen?(): void;
  /** Each time it is not open any more or could not be opened; a new attempt follows. */
  onLost?(reason: string): void;
  onBytes?(count: number): void;
}

/** A stream that ends sooner than this counts as a failed attempt, so that a refusing peer is not asked in a loop. */
const STABLE_MS = 1000;

/** Follows a stream of server-sent events: opens it again whenever it ends, after 100 ms, then up to 2 s. */
export class EventStream {
  private request: ClientRequest | undefined;
  private retry: NodeJS.Timeout | undefined;
  private readonly delay = new RetryDelay();
  private closed = false;

  constructor(private readonly options: EventStreamOptions) {
    this.open();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    this.request?.destroy();
  }

  private open(): void {
    void this.attempt().then((reason) => {
      if (this.closed) return;
      this.options.onLost?.(reason);
      // What was told may have led to the end of this stream.
      if (this.isClosed()) return;
      this.retry = setTimeout(() => this.open(), this.delay.next());
    });
  }

  private isClosed(): boolean {
    return this.closed;
  }

  /** One connection, from its start to its end. @returns why it ended */
  private async attempt(): Promise<string> {
    const get = this.options.url.protocol === 'https:' ? (await import('node:https')).get : getHttp;
    if (this.closed) return 'closed';
    return new Promise((resolve) => {
      const request = get(
        this.options.url,
        { agent: false, headers: { accept: 'text/event-stream' }, timeout: this.options.idleMs },
        (response) => this.read(response, resolve),
      );
      this.request = request;
      request.once('timeout', () => request.destroy(new Error(`silent for ${this.options.idleMs} ms`)));
      request.on('error', (error) => resolve(errorText(error)));
      request.once('close', () => resolve('closed'));
    });
  }

  private read(response: IncomingMessage, ended: (reason: string) => void): void {
    if (response.statusCode !== 200) {
      response.resume();
      response.once('end', () => ended(`answered ${response.statusCode ?? 'nothing'}`));
      response.on('error', (error) => ended(errorText(error)));
      return;
    }
    const openedAt = performance.now();
    const parser = createParser({ onEvent: (event) => this.deliver(event) });
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      if (performance.now() - openedAt > STABLE_MS) this.delay.reset();
      this.options.onBytes?.(Buffer.byteLength(text));
      parser.feed(text);
    });
    response.once('end', () => ended('ended'));
    response.on('error', (error) => ended(errorText(error)));
    this.options.onOpen?.();
  }

  private deliver(event: StreamEvent): void {
    if (!this.closed) this.options.onEvent(event);
  }
}
