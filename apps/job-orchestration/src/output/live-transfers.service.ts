import { Transform, pipeline, type Readable, type TransformCallback } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { unavailableNow } from '../errors/error-format';

/** Bytes buffered between a node and a client: as many as a node reads at a time. */
const BUFFER_BYTES = 512 * 1024;

/** A transfer from a node to a client. */
class Transfer extends Transform {
  movedAt = performance.now();

  constructor() {
    super({ highWaterMark: BUFFER_BYTES });
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.movedAt = performance.now();
    done(null, chunk);
  }
}

/**
 * Limits the files that clients read from nodes at a time, and aborts a transfer that stalls because the client does not
 * read or the node does not send (V3-OUT-5).
 */
@Injectable()
export class LiveTransfersService {
  private readonly open = new Set<Transfer>();
  private watch: NodeJS.Timeout | undefined;

  constructor(private readonly config: JobOrchestrationConfig) {}

  /**
   * Counts a body until it has been read or aborted.
   *
   * @returns the stream to read instead of `body`
   * @throws ServiceError (unavailable) when there are too many transfers; the body is destroyed then
   */
  begin(body: Readable): Readable {
    if (this.open.size >= this.config.LIVE_TRANSFERS_LIMIT) {
      // A destroyed body may still emit an error, which would be unhandled.
      body.on('error', () => undefined).destroy();
      throw unavailableNow('there are too many transfers from nodes');
    }
    const transfer = new Transfer();
    this.open.add(transfer);
    this.watch ??= setInterval(() => this.endStalled(), this.config.LIVE_TRANSFER_STALL_MS / 4).unref();
    transfer.once('close', () => this.ended(transfer));
    return pipeline(body, transfer, () => undefined);
  }

  private ended(transfer: Transfer): void {
    this.open.delete(transfer);
    if (this.open.size > 0) return;
    clearInterval(this.watch);
    this.watch = undefined;
  }

  private endStalled(): void {
    const limit = this.config.LIVE_TRANSFER_STALL_MS;
    for (const transfer of this.open) {
      if (performance.now() - transfer.movedAt < limit) continue;
      transfer.destroy(new Error(`nothing was transferred for ${limit} ms`));
    }
  }
}
