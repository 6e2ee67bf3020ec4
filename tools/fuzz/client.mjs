/** Sends requests as they are, and closes streams after their first event. */
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { load } from '../lib/packages.mjs';

/** A disk that others use, too, may keep a commit waiting for long. */
const ANSWER_LIMIT_MS = 60_000;
/** How long an open stream may take for something to come, ms. */
const STREAM_PEEK_MS = 60;
const TEXT_LIMIT_BYTES = 4 * 2 ** 20;

/**
 * What came back.
 * @typedef {object} Answer
 * @property {number} status
 * @property {string} type
 * @property {string} text
 * @property {boolean} isStream it had no end
 * @property {Record<string, string>} headers
 */

export class Client {
  #pool;

  constructor(url, connections = 16) {
    const { Pool } = load('undici');
    this.#pool = new Pool(url, {
      connections,
      headersTimeout: ANSWER_LIMIT_MS,
      bodyTimeout: ANSWER_LIMIT_MS,
    });
  }

  /** @returns {Promise<Answer>} @throws when there is no answer in time */
  async send({ method, path, headers, body }) {
    const answer = await this.#pool.request({
      method,
      path: path.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent),
      headers,
      body,
    });
    const type = String(answer.headers['content-type'] ?? '');
    const isStream = type.startsWith('text/event-stream') && answer.statusCode === 200;
    const text = isStream ? await firstOf(answer.body) : await wholeOf(decoded(answer));
    return { status: answer.statusCode, type, text, isStream, headers: answer.headers };
  }

  close() {
    return this.#pool.destroy();
  }
}

async function firstOf(body) {
  let text = '';
  body.on('error', () => undefined);
  await new Promise((resolve) => {
    const timer = setTimeout(resolve, STREAM_PEEK_MS);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    body.once('data', (chunk) => {
      text = String(chunk);
      done();
    });
    body.once('end', done);
    body.once('error', done);
  });
  body.destroy();
  return text;
}

const DECODERS = { gzip: createGunzip, br: createBrotliDecompress };

function decoded({ headers, body }) {
  const decoder = DECODERS[headers['content-encoding']];
  // Of an answer without a body there is nothing to decode.
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
