/** A growing file, and clients that follow it with minimal work. */
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '../../../tools/lib/console.mjs';
import { requestHead } from '../../lib/guards.mjs';
import { percentile } from '../../lib/statistics.mjs';
import { waitForAll } from '../../lib/wait.mjs';

const BLOCK_MS = 10;
const HEAD_END = '\r\n\r\n';
/** Size of the read buffer, bytes; it is reused. */
const BUFFER_BYTES = 256 * 1024;

/** One client with its own connection, which counts and discards the bytes of a chunked body. */
class Reader {
  bytes = 0;
  /** Of the current chunk, with the line end behind it. */
  #left = 0;
  #line = '';
  #hasHead = false;

  constructor(socket, onBytes) {
    this.socket = socket;
    this.onBytes = onBytes;
  }

  static async open(url, onBytes) {
    const { hostname, port, pathname, search } = new URL(url);
    const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
    let reader;
    const onread = { buffer, callback: (size, bytes) => reader.take(bytes, size) };
    const socket = connect({ host: hostname, port: Number(port), onread });
    reader = new Reader(socket, onBytes);
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(requestHead(`${pathname}${search}`, `${hostname}:${port}`));
    await waitForAll('the head of an answer', () => reader.#hasHead, 10_000);
    return reader;
  }

  take(bytes, size) {
    for (let at = 0; at < size;) at = this.#left > 0 ? this.#skip(at, size) : this.#readLine(bytes, at, size);
    this.onBytes(this.bytes);
    return true;
  }

  #skip(at, size) {
    const some = Math.min(this.#left, size - at);
    this.bytes += Math.min(some, Math.max(0, this.#left - 2));
    this.#left -= some;
    return at + some;
  }

  #readLine(bytes, at, size) {
    const mark = this.#hasHead ? '\r\n' : HEAD_END;
    const before = this.#line.length;
    this.#line += bytes.latin1Slice(at, Math.min(size, at + 4096));
    const end = this.#line.indexOf(mark);
    if (end < 0) return Math.min(size, at + 4096);
    const line = this.#line.slice(0, end);
    this.#line = '';
    if (this.#hasHead) this.#left = Number.parseInt(line, 16) + 2;
    else if (!line.startsWith('HTTP/1.1 200')) throw new Failure(line.split('\r\n', 1)[0]);
    this.#hasHead = true;
    return at + end - before + mark.length;
  }
}

/**
 * Lets clients follow a file while it grows at a rate, and waits until each has got everything.
 * @param load `began` is called when all clients are connected
 * @returns {Promise<{delay: number, gigabytes: number}>} the delay below which 99 % of the blocks of 10 ms came, ms, and how much all
 *   clients got together
 */
export async function follow({ file, url, clients, megabytesPerSecond, seconds, began = async () => {} }) {
  const block = Buffer.alloc((megabytesPerSecond * 1e6 * BLOCK_MS) / 1000, 'a line of output\n');
  const blocks = (seconds * 1000) / BLOCK_MS;
  const writtenAt = [];
  const delays = [];
  const openReader = async () => {
    let seen = 0;
    return Reader.open(url, (bytes) => {
      for (; (seen + 1) * block.length <= bytes; seen += 1) delays.push(performance.now() - writtenAt[seen]);
    });
  };
  const readers = await Promise.all(Array.from({ length: clients }, openReader));
  const handle = await open(file, 'a');
  await began();
  const from = performance.now();
  for (let count = 0; count < blocks; count += 1) {
    await delay(Math.max(0, from + count * BLOCK_MS - performance.now()));
    writtenAt.push(performance.now());
    await handle.write(block);
  }
  await handle.close();
  const all = blocks * clients;
  await waitForAll(`${all} blocks`, () => delays.length === all, 30_000);
  for (const { socket } of readers) socket.destroy();
  return { delay: percentile(delays, 99), gigabytes: (all * block.length) / 1e9 };
}
