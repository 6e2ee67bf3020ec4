import { createServer } from 'node:net';

/** Below the range from which the system takes the ports of outgoing connections: none of them takes a port before it is used. */
const FIRST = 25_000;
const COUNT = 7000;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Returns the first of `count` consecutive ports of the loopback address that are free now. */
export async function freePorts(count = 1): Promise<number> {
  for (;;) {
    const first = FIRST + Math.floor(Math.random() * COUNT);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
}
