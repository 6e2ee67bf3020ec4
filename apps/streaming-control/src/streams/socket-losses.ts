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

  note(count: number): void {
    this.total += count;
  }

  /** @param text what a ping says of losses that are noted, 125 bytes at the most */
  tell(text: string): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.ping(text);
  }
}
