/** A relay before a service, which can be cut: to a browser, the service is away. */
import { once } from 'node:events';
import net from 'node:net';
import { LOOPBACK, urlOf } from '../lib/settings.mjs';

export class Relay {
  #connections = new Set();
  #server = net.createServer((client) => this.#connect(client));

  /** @param target address of the service */
  constructor(target) {
    this.target = new URL(target);
  }

  /** Listens on a free port, after a cut on the same one. @returns the address of the relay */
  async open() {
    this.#server.listen(this.port ?? 0, LOOPBACK);
    await once(this.#server, 'listening');
    this.port = this.#server.address().port;
    return urlOf(this.port);
  }

  #connect(client) {
    const service = net.connect(Number(this.target.port), this.target.hostname);
    for (const [one, other] of [
      [client, service],
      [service, client],
    ]) {
      this.#connections.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#connections.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }

  /** Ends all connections, and refuses new ones until it is opened again. */
  async cut() {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const one of this.#connections) one.destroy();
    await closed;
  }
}
