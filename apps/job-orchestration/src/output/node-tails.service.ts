import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Optional } from '@nestjs/common';
import { FollowedFilesService, NodeIdentity, SharedTail } from '@portolan/node';
import type { GrowingFile, Receiver } from '@portolan/node';
import { NodeFilesGateway, type NodeFile } from './node-files.gateway';

/** Pause between two chunks, ms. Each chunk is written to every follower, so larger chunks cost less. */
const GATHER_MS = 20;

/** A followed file on another node, and its readers. */
interface NodeTail {
  tail: SharedTail;
  users: number;
}

/** Follows files on nodes: all followers of a file in this process share one request to its node. */
@Injectable()
export class NodeTailsService {
  private readonly tails = new Map<string, NodeTail>();

  constructor(
    private readonly files: NodeFilesGateway,
    @Optional() private readonly own?: NodeIdentity,
    @Optional() private readonly ownFiles?: FollowedFilesService,
  ) {}

  /**
   * Sends a file from the receiver's position on, until the launch has ended. @throws ServiceError as {@link NodeFilesGateway.follow};
   * any error of an interrupted transfer, and of the receiver
   */
  async follow(file: NodeFile, receiver: Receiver): Promise<void> {
    const { launch, segments, identity } = file;
    if (this.ownFiles && this.own?.nodeId === launch.nodeId) {
      const give = await this.ownFiles.open({ launchId: launch.id, path: segments.join('/'), identity });
      return give(receiver);
    }
    const key = [launch.id, identity ?? '', ...segments].join('/');
    const shared = this.tails.get(key) ?? { tail: new SharedTail(this.growing(file)), users: 0 };
    this.tails.set(key, shared);
    shared.users += 1;
    try {
      await shared.tail.serve(receiver);
    } finally {
      shared.users -= 1;
      if (shared.users === 0) this.tails.delete(key);
    }
  }

  private growing(file: NodeFile): GrowingFile {
    const { files } = this;
    return {
      async *present(position, signal) {
        yield* bytesOf(await files.follow(file, position, true), signal);
      },
      async *appended(position, signal) {
        yield* bytesOf(await files.follow(file, position), signal, GATHER_MS);
      },
    };
  }
}

/**
 * Yields a body until it ends or the signal aborts it.
 *
 * @param gatherMs pause between two chunks, in which bytes accumulate. @default none
 */
export async function* bytesOf(
  body: Readable,
  signal: AbortSignal,
  gatherMs = 0,
): AsyncGenerator<Buffer, void> {
  const stop = (): void => void body.destroy(signal.reason as Error);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const bytes of body) {
      yield bytes as Buffer;
      if (gatherMs > 0) await delay(gatherMs, undefined, { ref: false });
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
