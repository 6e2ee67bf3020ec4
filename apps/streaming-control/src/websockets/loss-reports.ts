import type { WebSocket } from 'ws';

/**
 * Reports the losses of a websocket client, whose frames are messages only: at once in the payload of a ping, and in total in
 * the reason of the close, which browsers show to pages.
 */
export class LossReports {
  private total = 0;

  constructor(private readonly socket: WebSocket) {}

  get reason(): string {
    return this.total === 0 ? '' : `${this.total} messages dropped`;
  }

  note(count: number): void {
    this.total += count;
  }

  /** Sends a ping. @param text its payload, at most 125 bytes */
  tell(text: string): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.ping(text);
  }
}
