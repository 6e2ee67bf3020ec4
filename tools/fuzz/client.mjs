/** Sends requests unchanged, and closes streams after their first event. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { load } from '../lib/packages.mjs';
import { ODD_FRAMES } from './wire.mjs';

/** Time limit of a request, ms. A commit may wait long for a disk that other processes use, too. */
const ANSWER_LIMIT_MS = 60_000;
const STREAM_PEEK_MS = 60;
/** The service closes idle connections after 72 s: on a busy machine a request could meet that. */
const IDLE_LIMIT_MS = 20_000;
const TEXT_LIMIT_BYTES = 4 * 2 ** 20;

/** @typedef {{ status: number, type: string, text: string, isStream: boolean, headers: Record<string, string> }} Answer */

export const HANDSHAKE = {
  upgrade: 'websocket',
  connection: 'Upgrade',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'cG9ydG9sYW4tZnV6ei1ydQ==',
};

/** Makes requests with JSON bodies to addresses below `api`. */
export const requestsTo =
  (api) =>
  (method, path, body, headers = {}) => ({
    method,
    path: `${api}${path}`,
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });

const written = (path) => path.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent);

export class FuzzClient {
  #pool;
  #url;

  constructor(url, connections) {
    const { Pool } = load('undici');
    this.#url = url;
    const limits = { headersTimeout: ANSWER_LIMIT_MS, bodyTimeout: ANSWER_LIMIT_MS };
    this.#pool = new Pool(url, { connections, ...limits, keepAliveMaxTimeout: IDLE_LIMIT_MS });
  }

  /** @returns {Promise<Answer>} @throws when there is no answer in time */
  async send({ method, path, headers, body }) {
    const request = { method, path: written(path), headers: sendable(headers), body };
    const answer = isBeyondPool(headers)
      ? await sendAlone(this.#url, request)
      : await this.#pool.request(request);
    const { statusCode: status } = answer;
    const type = String(answer.headers['content-type'] ?? '');
    const isStream = type.startsWith('text/event-stream') && status === 200;
    const text = status === 101 ? '' : isStream ? await firstOf(answer.body) : await wholeOf(decoded(answer));
    return { status, type, text, isStream, headers: answer.headers };
  }

  close() {
    return this.#pool.destroy();
  }
}

/** Headers that undici refuses, consumes or checks against the body: these requests take connections of their own. */
const BEYOND_POOL = new Set(
  'connection content-length expect keep-alive transfer-encoding upgrade'.split(' '),
);

const isBeyondPool = (headers) =>
  Object.keys(headers ?? {}).some((name) => BEYOND_POOL.has(name.toLowerCase()));

/** Returns headers that can be sent: no client of HTTP sends control characters, or characters beyond Latin-1. */
const sendable = (headers) =>
  headers &&
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      String(value)
        .toWellFormed()
        .replace(/[^\t\x20-\x7e\x80-\xff]/gu, encodeURIComponent),
    ]),
  );

let opensSoFar = 0;

/** Sends a request on a connection of its own, and closes an opened websocket after frames that no client should send. */
async function sendAlone(url, { body, ...options }) {
  const asked = httpRequest(url, { ...options, agent: false, timeout: ANSWER_LIMIT_MS });
  asked.on('timeout', () => asked.destroy(new Error('no answer')));
  const answer = await new Promise((resolve, reject) => {
    asked.once('response', resolve).once('error', reject);
    asked.once('upgrade', (opened, socket) => {
      const frames = ODD_FRAMES[(opensSoFar += 1) % ODD_FRAMES.length];
      socket.on('error', () => undefined).end(frames, () => socket.destroy());
      resolve(opened);
    });
    asked.end(body);
  });
  return { statusCode: answer.statusCode, headers: answer.headers, body: answer };
}

async function firstOf(body) {
  body.on('error', () => undefined);
  const [first] = await once(body, 'data', { signal: AbortSignal.timeout(STREAM_PEEK_MS) }).catch(() => ['']);
  body.destroy();
  return String(first);
}

const DECODERS = { gzip: createGunzip, br: createBrotliDecompress };

function decoded({ headers, body }) {
  const decoder = DECODERS[headers['content-encoding']];
  // A response without a body is not decoded.
  return decoder && headers['content-length'] !== '0' ? body.pipe(decoder()) : body;
}

async function wholeOf(body) {
  const chunks = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > TEXT_LIMIT_BYTES) throw new Error('an answer of more than 4 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
