/** Clients of streams that come back when they are cut off, and notice what they were not told. */
import { follow } from './client.mjs';
import { sleep } from './world.mjs';

/** A stream that says nothing for so long is given up by its client: heartbeats come every 2 s. */
const SILENT_MS = 10_000;
const RETRY_MS = 400;

/** What a client of a job's output has heard. */
class Heard {
  messages = 0;
  reconnects = 0;
  told = 0;
  /** Events that are missing within one connection, without a word about them. */
  untold = 0;
  /** Events that came twice within one connection. */
  doubled = 0;
  /** Ends of connections, by how. */
  ends = {};
  lastAt = undefined;
  #numbers = new Map();

  begin() {
    this.#numbers.clear();
  }

  ended(how) {
    this.ends[how] = (this.ends[how] ?? 0) + 1;
    this.reconnects += 1;
  }

  take(text) {
    this.lastAt = performance.now();
    this.messages += 1;
    const event = JSON.parse(text);
    if ('svc.meta.dropped' in event) {
      this.told += Number(event['svc.meta.dropped']);
      // What was lost is known now: the next number of each worker may be any.
      this.#numbers.clear();
      return;
    }
    if (event.number === undefined) return;
    const before = this.#numbers.get(event.worker);
    this.#numbers.set(event.worker, event.number);
    if (before === undefined) return;
    if (event.number <= before) this.doubled += 1;
    else this.untold += event.number - before - 1;
  }
}

/** A client over server-sent events; it comes back at the next replica. */
export class OutputClient {
  heard = new Heard();
  #closed = new AbortController();
  #running;

  constructor(urls, path, name) {
    Object.assign(this, { urls, path, name });
  }

  open() {
    this.#running = this.#run();
  }

  async close() {
    this.#closed.abort();
    await this.#running;
  }

  async #run() {
    const { signal } = this.#closed;
    for (let turn = 0; !signal.aborted; turn += 1) {
      this.heard.begin();
      const { how } = await follow(`${this.urls[turn % this.urls.length]}${this.path}`, {
        silentMs: SILENT_MS,
        signal,
        onEvent: ({ data }) => {
          if (data === undefined) this.heard.lastAt = performance.now();
          else this.heard.take(data);
        },
      });
      if (how !== 'closed') this.heard.ended(how);
      await sleep(RETRY_MS);
    }
  }
}

/** The same over a websocket, with a ping of its own as a client should have. */
export class SocketClient {
  heard = new Heard();
  #closed = false;
  #socket;
  #running;

  constructor(WebSocket, urls, path, name) {
    Object.assign(this, { WebSocket, urls, path, name });
  }

  open() {
    this.#running = this.#run();
  }

  async close() {
    this.#closed = true;
    this.#socket?.terminate();
    await this.#running;
  }

  async #run() {
    for (let turn = 0; !this.#closed; turn += 1) {
      this.heard.begin();
      const how = await this.#connection(`${this.urls[turn % this.urls.length]}${this.path}`);
      if (!this.#closed) this.heard.ended(how);
      await sleep(RETRY_MS);
    }
  }

  #connection(url) {
    return new Promise((resolve) => {
      const socket = new this.WebSocket(url.replace(/^http/, 'ws'), { handshakeTimeout: SILENT_MS });
      this.#socket = socket;
      let answeredAt = performance.now();
      const ping = setInterval(() => {
        if (performance.now() - answeredAt > SILENT_MS) finish('silent');
        else if (socket.readyState === socket.OPEN) socket.ping();
      }, 1000);
      const finish = (how) => {
        clearInterval(ping);
        socket.terminate();
        resolve(how);
      };
      const alive = () => (answeredAt = performance.now());
      socket.on('open', alive);
      socket.on('pong', () => {
        alive();
      });
      socket.on('message', (data) => {
        alive();
        this.heard.take(data.toString());
      });
      socket.on('close', (code) => finish(code === 1006 ? 'broken' : 'end'));
      socket.on('error', () => finish('broken'));
    });
  }
}
