import { createServer, get } from 'node:http';
import { payloadsOf } from '../transport/sse-frame';

/**
 * Returns a free port of the loopback address, below the range from which the system takes the ports of outgoing
 * connections: none of them takes it before it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 25_000 + Math.floor(Math.random() * 7000);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A client of a worker's event port. */
export interface EventCollector {
  /** Payloads so far, in order. */
  readonly payloads: string[];
  /** Fulfilled when the stream has ended; with the text of the error if it failed. */
  readonly ended: Promise<string | undefined>;
  close(): void;
}

/** Connects to a worker's event port and collects its events. Fulfilled when the stream is open. */
export function collectEvents(port: number, query = ''): Promise<EventCollector> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path: `/${query}`, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`answered ${response.statusCode ?? 0}`));
      const payloads: string[] = [];
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        rest += text;
        const end = rest.lastIndexOf('\n\n');
        if (end < 0) return;
        payloads.push(...payloadsOf(rest.slice(0, end)));
        rest = rest.slice(end + 2);
      });
      const ended = new Promise<string | undefined>((end) => {
        response.once('end', () => end(undefined));
        response.once('error', (error) => end(error.message));
      });
      resolve({ payloads, ended, close: () => request.destroy() });
    });
    request.on('error', reject);
  });
}
