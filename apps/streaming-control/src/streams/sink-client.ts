import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { FrameBatch } from './frame-splitter';
import type { OpenStream, OpenStreams } from './open-streams.service';
import { COMMENT_FRAME, beginEvents, whenClosed } from './sse-response';

/** One client of a job's output. What waits for a slow one is bounded; what exceeds it is dropped, counted and told. */
export class SinkClient implements OpenStream {
  private readonly response: ServerResponse;
  private readonly queue: FrameBatch[] = [];
  private queuedBytes = 0;
  private blocked = false;
  private untold = 0;
  private ending = false;

  /**
   * @param maxBytes what may wait for the client
   * @param onDropped told how many messages it has lost
   */
  constructor(
    reply: FastifyReply,
    streams: OpenStreams,
    private readonly maxBytes: number,
    private readonly onDropped: (messages: number) => void,
  ) {
    this.response = beginEvents(reply);
    const forget = streams.add(this);
    this.response.on('drain', () => this.drained());
    this.response.on('error', () => this.response.destroy());
    whenClosed(this.response, forget);
  }

  onClose(listener: () => void): void {
    whenClosed(this.response, listener);
  }

  offer(batch: FrameBatch): void {
    if (this.ending) return;
    if (!this.blocked) {
      this.blocked = !this.response.write(batch.bytes);
    } else if (this.queuedBytes + batch.bytes.length <= this.maxBytes) {
      this.queue.push(batch);
      this.queuedBytes += batch.bytes.length;
    } else {
      this.untold += batch.messages;
      this.onDropped(batch.messages);
    }
  }

  keepAlive(): void {
    if (!this.blocked && !this.ending) this.response.write(COMMENT_FRAME);
  }

  end(): void {
    if (this.ending) return;
    this.ending = true;
    for (const batch of this.queue.splice(0)) this.response.write(batch.bytes);
    this.tellDropped();
    this.response.end();
  }

  private drained(): void {
    this.blocked = false;
    if (this.ending) return;
    for (let batch = this.queue.shift(); batch; batch = this.queue.shift()) {
      this.queuedBytes -= batch.bytes.length;
      this.blocked = !this.response.write(batch.bytes);
      if (this.blocked) return;
    }
    this.tellDropped();
  }

  /** As a comment: programs that read events don't see it, people who watch do. */
  private tellDropped(): void {
    if (this.untold === 0) return;
    this.response.write(`: ${this.untold} messages dropped, this connection is too slow\n\n`);
    this.untold = 0;
  }
}
