import { Injectable } from '@nestjs/common';
import { Metrics } from '@portolan/service';
import type { FrameBatch } from './frame-splitter';

/** Why a client did not get a message. */
export const LossCause = {
  /** More waited for it than is kept for one client. */
  Slow: 'slow',
  /** The message is larger than any that is passed on. */
  TooLarge: 'too-large',
} as const;
export type LossCause = (typeof LossCause)[keyof typeof LossCause];

/** Counts what goes from workers to clients, as messages and as bytes of their frames (reference: streams §7.4). */
@Injectable()
export class StreamTraffic {
  private readonly takenMessages;
  private readonly takenBytes;
  private readonly sentMessages;
  private readonly sentBytes;
  private readonly droppedMessages;
  private readonly droppedBytes;

  constructor(metrics: Metrics) {
    const [messages, bytes] = ['Messages', 'Bytes of messages'];
    const taken = 'taken from workers for clients';
    this.takenMessages = metrics.counter('stream_sink_messages_total', `${messages} ${taken}`);
    this.takenBytes = metrics.counter('stream_sink_bytes_total', `${bytes} ${taken}`);
    const sent = 'handed to the connections of clients, counted for each';
    this.sentMessages = metrics.counter('stream_sent_messages_total', `${messages} ${sent}`);
    this.sentBytes = metrics.counter('stream_sent_bytes_total', `${bytes} ${sent}`);
    const dropped = 'that clients have lost, counted for each';
    this.droppedMessages = metrics.counter('stream_dropped_messages_total', `${messages} ${dropped}`);
    this.droppedBytes = metrics.counter('stream_dropped_bytes_total', `${bytes} ${dropped}`);
  }

  /** A worker has said something. */
  taken({ messages, bytes }: FrameBatch): void {
    this.takenMessages.inc(messages);
    this.takenBytes.inc(bytes.length);
  }

  /** A client is sent something. */
  sent({ messages, bytes }: FrameBatch): void {
    this.sentMessages.inc(messages);
    this.sentBytes.inc(bytes.length);
  }

  /** A client has lost something. */
  dropped(messages: number, bytes: number): void {
    this.droppedMessages.inc(messages);
    this.droppedBytes.inc(bytes);
  }
}
