import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Forwards connections to a server until they are cut. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private refusing = false;
  private frozen = false;
  private lost: { text: RegExp; after: string } | undefined;
  private held: { text: RegExp; met: () => void } | undefined;
  private awaited: { text: RegExp; met: () => void } | undefined;

  private constructor(private readonly server: Server) {}

  static async start(host: string, port: number): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server);
    server.on('connection', (client) => {
      if (proxy.refusing) {
        client.destroy();
        return;
      }
      const target = connect(port, host);
      for (const [socket, other] of [
        [client, target],
        [target, client],
      ] as const) {
        proxy.sockets.add(socket);
        socket.on('error', () => other.destroy());
        socket.on('close', () => {
          proxy.sockets.delete(socket);
          other.destroy();
        });
        if (!proxy.frozen) socket.pipe(other);
      }
      let met = false;
      client.on('data', (sent: Buffer) => {
        met ||= proxy.lost !== undefined && sent.includes(proxy.lost.after);
        if (met) proxy.loseAnswer(sent, client, target);
        proxy.holdAnswer(sent, client, target);
        if (proxy.awaited?.text.test(sent.toString('latin1'))) proxy.awaited.met();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Returns the address of the server with the host and port of this proxy. */
  addressFor(url: string): string {
    const through = new URL(url);
    through.host = `127.0.0.1:${this.port}`;
    return through.href;
  }

  /** Ends every connection and accepts no new ones. */
  cut(): void {
    this.refusing = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Keeps connections open without forwarding data, like a frozen server. */
  freeze(): void {
    this.frozen = true;
    this.freezeOpen();
  }

  /** Keeps the open connections without forwarding data, like those to a server that has vanished; new ones are forwarded. */
  freezeOpen(): void {
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  /**
   * Passes on the next data that matches `text` (a character a byte) and closes the connection instead of its answer. Only on
   * a connection that has passed on `after` before.
   */
  loseAnswerTo(text: RegExp, after: string): void {
    this.lost = { text, after };
  }

  private loseAnswer(sent: Buffer, client: Socket, target: Socket): void {
    if (!this.lost?.text.test(sent.toString('latin1'))) return;
    this.lost = undefined;
    target
      .unpipe(client)
      .once('data', () => client.destroy())
      .resume();
  }

  /** Passes on the next data that matches `text`, and no answer on its connection from then on. @returns when that is sent */
  holdAnswerTo(text: RegExp): Promise<void> {
    return new Promise((met) => (this.held = { text, met }));
  }

  private holdAnswer(sent: Buffer, client: Socket, target: Socket): void {
    if (!this.held?.text.test(sent.toString('latin1'))) return;
    target.unpipe(client).pause();
    this.held.met();
    this.held = undefined;
  }

  /** Waits until a client sends data that matches `text`. */
  sent(text: RegExp): Promise<void> {
    return new Promise((met) => (this.awaited = { text, met }));
  }

  /** Accepts connections again; earlier ones stay closed. */
  restore(): void {
    this.cut();
    this.refusing = false;
    this.frozen = false;
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
