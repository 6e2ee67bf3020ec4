import { get as getHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import { errorText } from '../job/errors';

export interface StreamEvent {
  /** The frame's `event` field; undefined for plain data. */
  readonly event?: string | undefined;
  readonly data: string;
}

export interface EventStreamOptions {
  readonly url: URL;
  /** Time without data after which the connection counts as lost, ms. */
  readonly idleMs: number;
  onEvent(event: StreamEvent): void;
  onOpen?(): void;
  /** Called whenever the stream was closed or could not be opened; a new attempt follows. */
  onLost?(reason: string): void;
  onBytes?(count: number): void;
}

/** A stream that ends sooner counts as a failed attempt, so that a refusing peer is not called in a loop. */
const STABLE_MS = 1000;

/** Follows a stream of server-sent events and reopens it whenever it ends, after 100 ms, then up to 2 s. */
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
      if (!this.closed) this.options.onLost?.(reason);
      // The listener may have closed this stream.
      if (!this.closed) this.retry = setTimeout(() => this.open(), this.delay.next());
    });
  }

  /** Runs one connection, from its start to its end. @returns the reason of the end */
  private async attempt(): Promise<string> {
    const { url, idleMs: timeout } = this.options;
    const get = url.protocol === 'https:' ? (await import('node:https')).get : getHttp;
    if (this.closed) return 'closed';
    return new Promise((resolve) => {
      const options = { agent: false, headers: { accept: 'text/event-stream' }, timeout };
      const request = get(url, options, (response) => this.read(response, resolve));
      this.request = request;
      request.once('timeout', () => request.destroy(new Error(`silent for ${timeout} ms`)));
      request.on('error', (error) => resolve(errorText(error)));
      request.once('close', () => resolve('closed'));
    });
  }

  private read(response: IncomingMessage, ended: (reason: string) => void): void {
    response.on('error', (error) => ended(errorText(error)));
    if (response.statusCode !== 200) {
      response.once('end', () => ended(`answered ${response.statusCode ?? 'nothing'}`)).resume();
      return;
    }
    const openedAt = performance.now();
    const parser = createParser({
      onEvent: (event) => {
        if (!this.closed) this.options.onEvent(event);
      },
    });
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      if (performance.now() - openedAt > STABLE_MS) this.delay.reset();
      this.options.onBytes?.(Buffer.byteLength(text));
      parser.feed(text);
    });
    response.once('end', () => ended('ended'));
    this.options.onOpen?.();
  }
}

const FIRST_MS = 100;
const LAST_MS = 2000;

/** Pauses between attempts to reach a peer, ms: 100, doubled each time, at most 2 s. */
export class RetryDelay {
  private ms = FIRST_MS;

  next(): number {
    const now = this.ms;
    this.ms = Math.min(now * 2, LAST_MS);
    return now;
  }

  reset(): void {
    this.ms = FIRST_MS;
  }
}
