/** Clients of a run: request clients retry at any replica; stream clients reconnect and count missing events. */
import { setTimeout as sleep } from 'node:timers/promises';
import { send, follow } from '../lib/http.mjs';
import { load } from '../lib/packages.mjs';

export class RetryingClient {
  counts = { requests: 0, unanswered: 0, unavailable: 0 };
  #next = 0;

  constructor(urls) {
    this.urls = urls;
  }

  get url() {
    return this.urls[(this.#next += 1) % this.urls.length];
  }

  async once(method, path, options) {
    this.counts.requests += 1;
    try {
      const answer = await send(method, `${this.url}${path}`, { limitMs: 6000, ...options });
      if (answer.status === 503) this.counts.unavailable += 1;
      return answer;
    } catch (error) {
      this.counts.unanswered += 1;
      throw error;
    }
  }

  /**
   * Retries until an answer other than 503. @returns the answer, `tries`, and `unsure`: an earlier attempt may have been executed
   */
  async until(method, path, { limitMs = 300_000, ...options } = {}) {
    const deadline = performance.now() + limitMs;
    for (let tries = 1; ; tries += 1) {
      const answer = await this.once(method, path, options).catch((error) => ({ error }));
      // A request that got a 503 may have been executed, too: only the response to its commit may be lost.
      if (answer.status !== undefined && answer.status !== 503)
        return { ...answer, tries, unsure: tries > 1 };
      const reason = answer.error ?? answer.status;
      if (performance.now() > deadline)
        throw new Error(`${method} ${path}: no answer for ${limitMs / 1000} s (${reason})`);
      await sleep(Math.min(1000, 100 * tries));
    }
  }

  async get(path) {
    return (await this.until('GET', path)).json;
  }
}

/** Idle time after which clients close a stream, ms; heartbeats are sent every 2 s. */
const SILENT_MS = 10_000;
const RETRY_MS = 400;

class Heard {
  messages = 0;
  reconnects = 0;
  told = 0;
  /** Events missing within one connection that were not reported as dropped. */
  untold = 0;
  doubled = 0;
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
      // The loss was reported, so each worker may continue with any number.
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

/** A client that reconnects until it is closed, each time to the next replica. */
class StreamClient {
  heard = new Heard();
  #closed = new AbortController();
  #running;

  constructor(urls, path, name) {
    Object.assign(this, { urls, path, name });
  }

  open() {
    this.#running = this.#run(this.#closed.signal);
  }

  async close() {
    this.#closed.abort();
    await this.#running;
  }

  async #run(signal) {
    for (let turn = 0; !signal.aborted; turn += 1) {
      this.heard.begin();
      const how = await this.connect(`${this.urls[turn % this.urls.length]}${this.path}`, signal);
      if (how !== 'closed') this.heard.ended(how);
      await sleep(RETRY_MS);
    }
  }
}

export class OutputClient extends StreamClient {
  async connect(url, signal) {
    const { how } = await follow(url, {
      silentMs: SILENT_MS,
      signal,
      onEvent: ({ data }) => this.heard.take(data),
      onComment: () => (this.heard.lastAt = performance.now()),
    });
    return how;
  }
}

export class SocketClient extends StreamClient {
  connect(url, signal) {
    return new Promise((resolve) => {
      const { WebSocket } = load('ws');
      const socket = new WebSocket(url.replace(/^http/, 'ws'), { handshakeTimeout: SILENT_MS });
      let answeredAt = performance.now();
      const ping = setInterval(() => {
        if (performance.now() - answeredAt > SILENT_MS) finish('silent');
        else if (socket.readyState === socket.OPEN) socket.ping();
      }, 1000);
      const close = () => finish('closed');
      const finish = (how) => {
        clearInterval(ping);
        signal.removeEventListener('abort', close);
        socket.terminate();
        resolve(how);
      };
      const alive = () => (answeredAt = performance.now());
      signal.addEventListener('abort', close);
      socket.on('open', alive).on('pong', alive);
      socket.on('message', (data) => {
        alive();
        this.heard.take(data.toString());
      });
      socket.on('close', (code) => finish(code === 1006 ? 'broken' : 'end'));
      socket.on('error', () => finish('broken'));
    });
  }
}
