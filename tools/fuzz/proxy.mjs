/** A way to a server that can be cut: what is behind it is away then. */
import { once } from 'node:events';
import net from 'node:net';
import { LOOPBACK } from '../lib/settings.mjs';

export class Gateway {
  #sockets = new Set();
  #server;
  #cut = false;

  /** @param {{hostname: string, port: string | number}} target */
  static async to(target, defaultPort) {
    const gateway = new Gateway();
    gateway.#server = net.createServer((near) => gateway.#join(near, target, defaultPort));
    gateway.#server.listen(0, LOOPBACK);
    await once(gateway.#server, 'listening');
    return gateway;
  }

  get port() {
    return this.#server.address().port;
  }

  cut() {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend() {
    this.#cut = false;
  }

  close() {
    this.cut();
    this.#server.close();
  }

  #join(near, target, defaultPort) {
    if (this.#cut) return void near.destroy();
    const far = net.connect(Number(target.port || defaultPort), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      this.#sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
