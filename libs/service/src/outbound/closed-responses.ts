import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** The HTTP/1 parser of a connection of undici, as far as it is used here. */
interface ResponseParser {
  paused: boolean;
  readonly ptr: number;
  readonly socket: Socket;
  readonly statusCode: number | string | null;
  readonly llhttp: { llhttp_resume: (parser: number) => void };
  resume: () => void;
  finish: () => Error | null;
}

const corrected = new WeakSet<object>();

/**
 * Lets this process survive a server that closes a connection while the response is still being read: undici 7 and the `fetch`
 * of Node.js 20 then throw an AssertionError that no caller can catch (https://github.com/nodejs/undici/issues/5360). Corrects the
 * parsers of both as undici 8 does, which needs Node.js 22. A response without a length that ends with a reset becomes an error, too:
 * undici 7 takes it as whole, but only a regular end of the connection tells its end. The `fetch` of Node.js 20, which calls no client's
 * address, still does.
 */
export function surviveClosedResponses(): void {
  subscribe('undici:client:connected', correctParser);
}

function correctParser(message: unknown): void {
  const { socket } = message as { socket: Record<symbol, ResponseParser | undefined> };
  const key = Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'parser');
  const parser = key && socket[key];
  // A connection of HTTP/2 has none.
  if (!parser) return;
  const prototype = Object.getPrototypeOf(parser) as ResponseParser;
  if (corrected.has(prototype)) return;
  corrected.add(prototype);
  const { finish } = prototype;
  prototype.finish = function (this: ResponseParser) {
    // Passes on what was received before the reader paused.
    if (this.paused) this.resume();
    // The message is not complete as long as its status is set.
    if (this.statusCode && this.socket.errored) return this.socket.errored;
    // The parser is still paused when the socket is destroyed, or when only the end of the connection ends the response.
    if (this.paused) {
      this.llhttp.llhttp_resume(this.ptr);
      this.paused = false;
    }
    return finish.call(this);
  };
}
