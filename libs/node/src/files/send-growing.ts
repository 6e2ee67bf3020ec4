import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { beginBody, principalOf, whenClosed, whenCredentialEnds } from '@portolan/service';
import type { FastifyReply } from 'fastify';
import { OFFSET_HEADER } from './file-start';
import type { Receiver } from './shared-tail';

/** Idle time before the kernel's keep-alive probes, ms. */
const KEEP_ALIVE_MS = 30_000;

/**
 * Number of buffered bytes from which a client's buffer is full. Two reads of a file: Node.js counts a partly sent chunk as a whole, so with
 * less, each read of a fast file would fill the buffer, and each client would wait for its socket.
 */
const WAITING_BYTES = 1024 * 1024;

/** Proxies must neither buffer nor compress the response. */
const HEADERS = {
  'accept-ranges': 'none',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;

/** Options for sending a growing file. */
export interface GrowingAnswer {
  headers?: Readonly<Record<string, string>>;
  /** Position of the first byte. */
  offset: number;
  /** Sends the bytes to the receiver. */
  give: (receiver: Receiver) => Promise<void>;
  /** Time without progress of the client after which the connection is broken, ms. @default unlimited */
  stallMs?: number;
}

/**
 * Sends bytes as they become available, at the client's pace, until the client disconnects. After a read error or the expiry of
 * the credential, the connection is reset before the end of the body, so that the client detects the truncation.
 */
export async function sendGrowing(reply: FastifyReply, answer: GrowingAnswer): Promise<void> {
  const { headers, offset, give, stallMs = Infinity } = answer;
  const response = beginBody(reply, { ...HEADERS, ...headers, [OFFSET_HEADER]: String(offset) });
  if (reply.request.method === 'HEAD') {
    response.end();
    return;
  }
  response.socket?.setKeepAlive(true, KEEP_ALIVE_MS);
  const client = new Client(response, offset, stallMs);
  const forget = whenCredentialEnds(principalOf(reply.request), () => response.destroy());
  try {
    await give(client);
    response.end();
  } catch (error) {
    if (!response.destroyed) reply.request.log.info({ err: error }, 'a followed file was broken off');
    response.destroy();
  } finally {
    forget();
  }
}

class Client implements Receiver {
  /** Aborted when the client has disconnected or stalls. */
  private readonly left = new AbortController();

  constructor(
    private readonly response: ServerResponse,
    public position: number,
    private readonly stallMs: number,
  ) {
    whenClosed(response, () => this.left.abort(new Error('the client has disconnected')));
  }

  get signal(): AbortSignal {
    return this.left.signal;
  }

  take(bytes: Buffer): boolean {
    this.position += bytes.length;
    this.response.write(bytes);
    return this.response.writableLength < WAITING_BYTES;
  }

  async ready(): Promise<void> {
    const { response, signal, stallMs } = this;
    if (!response.writableNeedDrain) return signal.throwIfAborted();
    const stalled = (): void => this.left.abort(new Error(`nothing was transferred for ${stallMs} ms`));
    const timer = stallMs === Infinity ? undefined : setTimeout(stalled, stallMs).unref();
    try {
      await once(response, 'drain', { signal });
    } catch (error) {
      throw signal.aborted ? (signal.reason as Error) : error;
    } finally {
      clearTimeout(timer);
    }
  }
}
