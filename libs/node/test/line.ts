import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

type Behaviour = 'pass' | 'dropAnswer' | 'silent' | 'answer503';

/** A proxy between node and owner that simulates network faults. */
export class Line {
  behaviour: (path: string) => Behaviour = () => 'pass';
  readonly server: Server;
  private target = '';

  constructor() {
    this.server = createServer((incoming, outgoing) => this.carry(incoming, outgoing));
  }

  to(target: string): void {
    this.target = target;
  }

  async listen(port: number): Promise<void> {
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async close(): Promise<void> {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private carry(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const behaviour = this.behaviour(incoming.url ?? '');
    if (behaviour === 'silent') return;
    if (behaviour === 'answer503') {
      outgoing.writeHead(503).end();
      return;
    }
    const { method, headers } = incoming;
    const forward = request(this.target + (incoming.url ?? ''), { method, headers }, (answer) => {
      if (behaviour === 'dropAnswer') {
        answer.resume().once('end', () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    forward.once('error', () => outgoing.destroy());
    incoming.pipe(forward);
  }
}
