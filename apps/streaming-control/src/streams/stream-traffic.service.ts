import { Injectable } from '@nestjs/common';
import { Metrics } from '@portolan/service';

/** The reason of a lost message. */
export const LossCause = {
  /** The client's queue was full. */
  Slow: 'slow',
  /** The message exceeds the limit of a frame. */
  TooLarge: 'too-large',
} as const;
export type LossCause = (typeof LossCause)[keyof typeof LossCause];

/** Counts messages from workers to clients, and the bytes of their frames, since the start of the process (V1-STREAM-11). */
@Injectable()
export class StreamTrafficService {
  readonly taken = this.counter('stream_sink', 'taken from workers for clients');
  readonly sent = this.counter('stream_sent', 'handed to the connections of clients, counted for each');
  readonly dropped = this.counter('stream_dropped', 'that clients have lost, counted for each');

  constructor(private readonly metrics: Metrics) {}

  private counter(name: string, what: string): (messages: number, bytes: number) => void {
    const total = { messages: 0, bytes: 0 };
    this.metrics.counterOf(`${name}_messages_total`, `Messages ${what}`, () => total.messages);
    this.metrics.counterOf(`${name}_bytes_total`, `Bytes of messages ${what}`, () => total.bytes);
    return (messages, bytes) => {
      total.messages += messages;
      total.bytes += bytes;
    };
  }
}
