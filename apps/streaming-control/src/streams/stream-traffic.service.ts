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

/** Totals since the process began. */
class Total {
  messages = 0;
  bytes = 0;

  constructor(metrics: Metrics, name: string, what: string) {
    metrics.counterOf(`${name}_messages_total`, `Messages ${what}`, () => this.messages);
    metrics.counterOf(`${name}_bytes_total`, `Bytes of messages ${what}`, () => this.bytes);
  }

  add(messages: number, bytes: number): void {
    this.messages += messages;
    this.bytes += bytes;
  }
}

/** Counts what goes from workers to clients, as messages and as bytes of their frames (reference: streams §7.4). */
@Injectable()
export class StreamTraffic {
  private readonly allTaken: Total;
  private readonly allSent: Total;
  private readonly allDropped: Total;

  constructor(metrics: Metrics) {
    this.allTaken = new Total(metrics, 'stream_sink', 'taken from workers for clients');
    this.allSent = new Total(
      metrics,
      'stream_sent',
      'handed to the connections of clients, counted for each',
    );
    this.allDropped = new Total(metrics, 'stream_dropped', 'that clients have lost, counted for each');
  }

  /** A worker has said something. */
  taken({ messages, bytes }: FrameBatch): void {
    this.allTaken.add(messages, bytes.length);
  }

  /** A client is sent something. */
  sent({ messages, bytes }: FrameBatch): void {
    this.allSent.add(messages, bytes.length);
  }

  /** A client has lost something. */
  dropped(messages: number, bytes: number): void {
    this.allDropped.add(messages, bytes);
  }
}
