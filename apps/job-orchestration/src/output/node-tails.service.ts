import type { Readable } from 'node:stream';
import { Injectable, Optional } from '@nestjs/common';
import type { LaunchEntity } from '@portolan/launches';
import { FollowedFilesService, NodeIdentity, SharedTail, type GrowingFile } from '@portolan/node';
import { NodeFiles } from './node-files.gateway';

/** A file of a launch. */
export interface NodeFile {
  launch: LaunchEntity;
  segments: readonly string[];
  /** As of `FoundFile`; undefined for a file that did not exist when it was asked for. */
  identity: string | undefined;
}

/** A file on another node, and its readers. */
interface NodeTail {
  tail: SharedTail;
  users: number;
}

/** Follows files on nodes: all followers of a file in this process share one request to its node. */
@Injectable()
export class NodeTails {
  private readonly tails = new Map<string, NodeTail>();

  constructor(
    private readonly files: NodeFiles,
    @Optional() private readonly own?: NodeIdentity,
    @Optional() private readonly ownFiles?: FollowedFilesService,
  ) {}

  /**
   * Yields a file from a position on, and ends when the launch has ended. @throws ServiceError notFound, unavailable; any error
   * of an interrupted transfer; the reason of the signal
   */
  async *read(file: NodeFile, position: number, signal: AbortSignal): AsyncGenerator<Buffer, void> {
    const { launch, segments, identity } = file;
    if (this.ownFiles && this.own?.nodeId === launch.nodeId) {
      const bytes = await this.ownFiles.follow(launch.id, segments.join('/'), position);
      yield* bytes(signal);
      return;
    }
    const key = [launch.id, identity ?? '', ...segments].join('/');
    const shared = this.tails.get(key) ?? { tail: new SharedTail(this.growing(file)), users: 0 };
    this.tails.set(key, shared);
    shared.users += 1;
    try {
      yield* shared.tail.read(position, signal);
    } finally {
      shared.users -= 1;
      if (shared.users === 0) this.tails.delete(key);
    }
  }

  private growing({ launch, segments }: NodeFile): GrowingFile {
    const { files } = this;
    return {
      async *present(position, signal) {
        const request = { onlyHead: false, conditions: {}, start: { offset: position } };
        const found = await files.open(launch, segments, request);
        if (found?.kind === 'file' && found.body) yield* bytesOf(found.body, signal);
      },
      async *appended(position, signal) {
        yield* bytesOf(await files.follow(launch, segments, position), signal);
      },
    };
  }
}

/** Yields a body until it ends or the signal aborts it. */
export async function* bytesOf(body: Readable, signal: AbortSignal): AsyncGenerator<Buffer, void> {
  const stop = (): void => void body.destroy(signal.reason as Error);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const bytes of body) yield bytes as Buffer;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
