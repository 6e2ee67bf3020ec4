import { createServer } from 'node:net';

/** Assigns ports of a range to launches: none twice, and none that another process of this machine listens on. */
export class PortRange {
  private readonly first: number;
  private readonly count: number;
  private readonly taken = new Map<number, string>();
  private next: number;

  /** @param range such as `21000-24999` @throws Error when it is not a range of ports */
  constructor(range: string) {
    const [first, last] = range.split('-').map(Number);
    if (!first || !last || first > last || last > 65_535)
      throw new Error(`PORT_RANGE must be a range of ports, first-last, not ${range}`);
    this.first = first;
    this.count = last - first + 1;
    // Nodes that share a machine start at different ports.
    this.next = Math.floor(Math.random() * this.count);
  }

  /** Assigns one free port to each variable; undefined when there are not enough. */
  async give(owner: string, variables: readonly string[]): Promise<Record<string, number> | undefined> {
    const ports: Record<string, number> = {};
    for (const variable of variables) {
      const port = await this.giveOne(owner);
      if (port === undefined) return void this.release(owner);
      ports[variable] = port;
    }
    return ports;
  }

  adopt(owner: string, ports: Readonly<Record<string, number>>): void {
    for (const port of Object.values(ports)) this.taken.set(port, owner);
  }

  release(owner: string): void {
    for (const [port, one] of this.taken) if (one === owner) this.taken.delete(port);
  }

  private async giveOne(owner: string): Promise<number | undefined> {
    for (let tried = 0; tried < this.count; tried++) {
      const port = this.first + this.next;
      this.next = (this.next + 1) % this.count;
      if (this.taken.has(port)) continue;
      this.taken.set(port, owner);
      if (await canListen(port)) return port;
      this.taken.delete(port);
    }
    return undefined;
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '0.0.0.0', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
