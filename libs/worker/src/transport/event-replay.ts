import type { Member } from './audience';
import { FrameQueue, type QueueLimits } from './frame-queue';

/** How long events are kept after the last client that asked for ids has left, ms. */
const KEEP_MS = 60_000;

/** Returns the name of a worker in event ids: names of clusters may have colons and commas, which separate ids and their parts. */
export const workerInIds = (workerId: string): string => encodeURIComponent(workerId);

/**
 * The latest events of a sink with their ids, `<worker id>:<number>`: a client goes on after an interruption with what it has not
 * received (V1-STREAM-15). Nothing is kept before the first client asks for ids, or a minute after the last one has left.
 */
export class EventReplay {
  private kept: FrameQueue | undefined;
  private published = 0;
  private latest = '';
  private clients = 0;
  private release: NodeJS.Timeout | undefined;
  private readonly limits: QueueLimits;
  private readonly worker: string;

  /** @param clientLimits of the queue of a client, half of which is kept: a client's queue has room for it and for what comes meanwhile */
  constructor(
    workerId: string,
    clientLimits: QueueLimits,
    private readonly keepMs = KEEP_MS,
  ) {
    this.worker = workerInIds(workerId);
    this.limits = { frames: clientLimits.frames / 2, length: clientLimits.length / 2 };
  }

  /** Numbers a frame, before it is published to the members. */
  push(frame: string): void {
    this.published += 1;
    if (!this.kept) return;
    this.latest = `id: ${this.worker}:${this.published}\n${frame}`;
    while (!this.kept.push(this.latest)) this.kept.take(1);
  }

  /**
   * Sends a client what is kept of the events after number `after`; undefined: only an id, so that it knows where it begins.
   * @returns the member that sends it the later events, with their ids
   */
  join(client: Member, after: number | undefined): Member {
    clearTimeout(this.release);
    this.clients += 1;
    this.kept ??= new FrameQueue(this.limits);
    if (after === undefined) client.offer(`id: ${this.worker}:${this.published}\n\n`);
    else for (const frame of this.kept.last(this.published - after)) client.offer(frame);
    return {
      offer: () => client.offer(this.latest),
      takeUnsent: () => client.takeUnsent(),
      missed: () => client.missed(),
    };
  }

  leave(): void {
    this.clients -= 1;
    if (this.clients > 0) return;
    this.release = setTimeout(() => (this.kept = undefined), this.keepMs);
    this.release.unref();
  }
}
