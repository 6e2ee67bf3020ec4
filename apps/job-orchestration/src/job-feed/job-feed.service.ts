import type { ServerResponse } from 'node:http';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { PeriodicTasks, ServiceLogger, type PeriodicTask } from '@portolan/service';
import { auditTime, type Subscription } from 'rxjs';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import type { ApiView } from '../http/api-address';
import { JOB_STATUS_SIGNAL } from '../jobs/job-change-listeners.service';
import type { Condition } from '../query/filters';
import { OpenStatusStreamsService } from '../status-stream/open-status-streams.service';
import { FeedStream } from './feed-stream';
import { showChange } from './job-change.dto';
import { JobFeedReadModel, type Change, type ChangedJob } from './job-feed.read-model';
import { OVERLAP_MS } from './feed-position';

/** Jobs per query. */
const CHUNK = 500;
/** Pause between two queries while signals arrive, ms: a busy system has hundreds of changes a second. */
const PACE_MS = 200;

/** Streams with the same filters: one query serves all of them. */
interface Feed {
  conditions: readonly Condition[];
  streams: Set<FeedStream>;
}

/**
 * Streams the changes of jobs that meet filters, whichever process makes a change: the row contains it. A signal makes the report
 * fast, a poll makes it certain. A change may be reported twice, never lost: each query overlaps the last one that succeeded.
 */
@Injectable()
export class JobFeedService implements BeforeApplicationShutdown {
  private readonly feeds = new Map<string, Feed>();
  /** The changes of the overlap that have been reported, by job. */
  private reported = new Map<string, string>();
  /** Up to here changes have been read for the streams that are open, ms since the epoch. */
  private readUntil = 0;
  private subscription: Subscription | undefined;
  private readonly poll: PeriodicTask;

  constructor(
    private readonly jobs: JobFeedReadModel,
    private readonly open: OpenStatusStreamsService,
    private readonly signals: Signals,
    private readonly logger: ServiceLogger,
    config: JobOrchestrationConfig,
    periodic: PeriodicTasks,
  ) {
    this.poll = periodic.every(config.STATUS_POLL_MS, 'look for changed jobs', () => this.look());
  }

  beforeApplicationShutdown(): void {
    this.subscription?.unsubscribe();
  }

  /** Sends the changes since a time (ms since the epoch), then every change, until the client disconnects. */
  add(conditions: readonly Condition[], api: ApiView, since: number, response: ServerResponse): void {
    const frame = (job: ChangedJob): string =>
      `id: ${job.updated}\ndata: ${JSON.stringify(showChange(job, api, Date.now()))}\n\n`;
    const stream = new FeedStream(response, frame);
    const key = JSON.stringify(conditions);
    const feed = this.feeds.get(key) ?? { conditions, streams: new Set() };
    // Each stream reads earlier changes by itself.
    if (this.feeds.size === 0) this.readUntil = Date.now();
    this.feeds.set(key, feed);
    feed.streams.add(stream);
    this.open.add(response, () => this.forget(key, feed, stream));
    this.subscription ??= this.signals
      .on(JOB_STATUS_SIGNAL)
      .pipe(auditTime(PACE_MS))
      .subscribe(() => this.poll.wake());
    // An id without data: a client that loses the stream before the first change resumes from here.
    if (stream.isOpen) response.write(`id: ${since + OVERLAP_MS}\n\n`);
    this.catchUp(stream, conditions, since).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'a stream of changes of jobs ended: its beginning could not be read');
      response.end();
    });
  }

  private forget(key: string, feed: Feed, stream: FeedStream): void {
    feed.streams.delete(stream);
    if (feed.streams.size === 0 && this.feeds.get(key) === feed) this.feeds.delete(key);
    if (this.feeds.size > 0) return;
    this.subscription?.unsubscribe();
    this.subscription = undefined;
  }

  private async catchUp(stream: FeedStream, conditions: readonly Condition[], since: number): Promise<void> {
    let position = { updated: since, id: '' };
    for (let last: ChangedJob | undefined; stream.isOpen; position = last) {
      const jobs = await this.jobs.after(position, conditions, CHUNK);
      await stream.sendEarlier(jobs);
      last = jobs.at(-1);
      if (jobs.length < CHUNK || !last) break;
    }
    stream.caughtUp();
  }

  private async look(): Promise<void> {
    if (this.feeds.size === 0) return;
    const began = Date.now();
    const changes = await this.jobs.changesSince(this.readUntil - OVERLAP_MS);
    const ids = changes
      .filter((change) => this.reported.get(change.id) !== keyOf(change))
      .map(({ id }) => id);
    for (const { conditions, streams } of this.feeds.values()) {
      for (let first = 0; first < ids.length; first += CHUNK) {
        const jobs = await this.jobs.among(ids.slice(first, first + CHUNK), conditions);
        for (const stream of streams) stream.send(jobs);
      }
    }
    // After a failed query, the next run reads from the same time again.
    this.reported = new Map(changes.map((change) => [change.id, keyOf(change)]));
    this.readUntil = began;
  }
}

const keyOf = ({ updated, status }: Change): string => `${updated} ${status}`;
