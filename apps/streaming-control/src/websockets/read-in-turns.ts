import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/**
 * Reads one chunk of a client's frames in each turn of the event loop. Otherwise up to 2 MB are read in a turn: tiny frames
 * blocked the service for more than a second.
 */
export function readInTurns(client: WebSocket, socket: Duplex): void {
  socket.on('data', () => {
    // A websocket that is closing reads the rest by itself.
    if (client.readyState !== client.OPEN) return;
    client.pause();
    setImmediate(() => client.resume());
  });
}
