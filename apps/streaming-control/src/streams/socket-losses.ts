import type { WebSocket } from 'ws';

/**
 * Tells a client of a websocket what it has lost, where its frames are messages and nothing else: at once in the payload of
 * a ping, and all in all in the reason of the close, which pages in a browser see, too.
 */
export class SocketLosses {
  private total = 0;

  constructor(private readonly socket: WebSocket) {}

  /** The reason to close the socket with. */
  get reason(): string {
    return this.total === 0 ? '' : `${this.total} messages dropped`;
  }

  /** @param text what a ping says of it, 125 bytes at the most; absent: it is told in another way */
  note(count: number, text?: string): void {
    this.total += count;
    if (text !== undefined && this.socket.readyState === this.socket.OPEN) this.socket.ping(text);
  }
}
