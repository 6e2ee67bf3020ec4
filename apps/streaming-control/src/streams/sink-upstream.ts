import { get, type ClientRequest } from 'node:http';
import { FrameSplitter, type FrameBatch } from './frame-splitter';

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2000;
/** What a worker that has left may still say, ms. */
const LAST_WORDS_MS = 1000;

/** The connection to one worker's sink; opened again as long as the worker is there. */
export class SinkUpstream {
  private request: ClientRequest | undefined;
  private retry: NodeJS.Timeout | undefined;
  private retryMs = FIRST_RETRY_MS;
  private wanted = true;

  constructor(
    private readonly url: string,
    private readonly onFrames: (batch: FrameBatch) => void,
  ) {
    this.open();
  }

  /** The worker has left: no new connection, and the one there is may come to its end. */
  retire(): void {
    this.wanted = false;
    clearTimeout(this.retry);
    const request = this.request;
    setTimeout(() => request?.destroy(), LAST_WORDS_MS).unref();
  }

  close(): void {
    this.wanted = false;
    clearTimeout(this.retry);
    this.request?.destroy();
  }

  private open(): void {
    const splitter = new FrameSplitter();
    const request = get(this.url, { agent: false, headers: { accept: 'text/event-stream' } }, (response) => {
      if (response.statusCode !== 200) {
        request.destroy();
        return;
      }
      this.retryMs = FIRST_RETRY_MS;
      response.on('data', (chunk: Buffer) => {
        const batch = splitter.push(chunk);
        if (batch) this.onFrames(batch);
      });
      response.on('error', () => request.destroy());
    });
    request.setNoDelay(true);
    // Without an error listener a worker that dies would end this process; `close` follows every error.
    request.on('error', () => undefined);
    request.once('close', () => this.reopen());
    this.request = request;
  }

  private reopen(): void {
    if (!this.wanted) return;
    this.retry = setTimeout(() => this.open(), this.retryMs);
    this.retry.unref();
    this.retryMs = Math.min(this.retryMs * 2, LAST_RETRY_MS);
  }
}
