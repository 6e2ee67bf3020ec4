/** A client as it should be: tries again what failed for reasons of the other side, at any replica. */
import http from 'node:http';
import { sleep } from './world.mjs';

const ATTEMPT_LIMIT_MS = 6000;
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

/**
 * One request. Rejects when there is no answer.
 * @returns `{status, headers, text, ms}`
 */
export function ask(method, url, { body, headers = {}, limitMs = ATTEMPT_LIMIT_MS, own = agent } = {}) {
  const began = performance.now();
  const given = body === undefined ? {} : { 'content-type': 'application/json' };
  const payload = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = http.request(
      url,
      { method, agent: own, headers: { ...given, ...headers } },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.once('error', reject);
        response.once('aborted', () => reject(new Error('the answer broke off')));
        response.once('end', () => {
          clearTimeout(timer);
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({
            status: response.statusCode,
            headers: response.headers,
            text,
            ms: performance.now() - began,
          });
        });
      },
    );
    const timer = setTimeout(() => request.destroy(new Error(`no answer within ${limitMs} ms`)), limitMs);
    request.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    request.end(payload);
  });
}

export const json = (answer) => JSON.parse(answer.text);

/** Asks replicas in turn. */
export class Client {
  /** Answers by status, and requests without one. */
  counts = { requests: 0, unanswered: 0, unavailable: 0 };
  #next = 0;

  constructor(urls) {
    this.urls = urls;
  }

  /** The replica whose turn it is. */
  get url() {
    return this.urls[(this.#next += 1) % this.urls.length];
  }

  /** One try at the next replica. */
  async once(method, path, options) {
    this.counts.requests += 1;
    try {
      const answer = await ask(method, `${this.url}${path}`, options);
      if (answer.status === 503) this.counts.unavailable += 1;
      return answer;
    } catch (error) {
      this.counts.unanswered += 1;
      throw error;
    }
  }

  /**
   * Tries until there is an answer that is not 503, as long as it takes.
   * @returns the answer, with `tries` and whether any try before it may have been carried out (`unsure`)
   */
  async until(method, path, { limitMs = 300_000, ...options } = {}) {
    const deadline = performance.now() + limitMs;
    let unsure = false;
    for (let tries = 1; ; tries += 1) {
      const answer = await this.once(method, path, options).catch((error) => ({ error }));
      if (answer.status !== undefined && answer.status !== 503) return { ...answer, tries, unsure };
      // Also after a 503: what was not answered may be the commit alone.
      unsure = true;
      if (performance.now() > deadline)
        throw new Error(
          `${method} ${path}: no answer for ${limitMs / 1000} s (${answer.error ?? answer.status})`,
        );
      await sleep(Math.min(1000, 100 * tries));
    }
  }

  async get(path, options) {
    return json(await this.until('GET', path, options));
  }
}

/**
 * Opens a stream of server-sent events and gives each to `onEvent({id, event, data, comment})`.
 * @returns resolves with how it ended: `{status, how}`; how: 'end' (properly), 'broken', 'silent', 'refused', 'closed'
 */
export function follow(url, { headers = {}, onEvent, silentMs, signal }) {
  return new Promise((resolve) => {
    let status;
    let timer;
    const finish = (how) => {
      clearTimeout(timer);
      request.destroy();
      signal?.removeEventListener('abort', close);
      resolve({ status, how });
    };
    const close = () => finish('closed');
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(() => finish('silent'), silentMs);
    };
    const request = http.get(
      url,
      { agent: false, headers: { accept: 'text/event-stream', ...headers } },
      (response) => {
        status = response.statusCode;
        if (status !== 200) {
          response.resume();
          return finish('refused');
        }
        const read = reader(onEvent);
        response.setEncoding('utf8').on('data', (text) => {
          heard();
          read(text);
        });
        response.once('end', () => finish(response.complete ? 'end' : 'broken'));
        response.once('error', () => finish('broken'));
        response.once('aborted', () => finish('broken'));
      },
    );
    request.once('error', () => finish(status === undefined ? 'unreached' : 'broken'));
    signal?.addEventListener('abort', close);
    heard();
  });
}

/** Takes text as it comes, gives events as they are complete. */
export function reader(onEvent) {
  let rest = '';
  return (text) => {
    const blocks = (rest + text).split(/\r?\n\r?\n/);
    rest = blocks.pop();
    for (const block of blocks) {
      const event = {};
      for (const line of block.split(/\r?\n/)) {
        const at = line.indexOf(':');
        const [name, value] = [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')];
        if (at === 0) event.comment = value;
        else if (name === 'data') event.data = event.data === undefined ? value : `${event.data}\n${value}`;
        else event[name] = value;
      }
      onEvent(event);
    }
  };
}
