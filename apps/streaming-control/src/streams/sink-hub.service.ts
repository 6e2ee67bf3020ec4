import { Injectable } from '@nestjs/common';
import { Metrics } from '@portolan/service';
import type { Subscription } from 'rxjs';
import { workerId } from '../jobs/worker-numbers';
import type { FrameBatch } from './frame-splitter';
import { SchedulingFeed } from './scheduling-feed.service';
import { sinkHosts, type JobSchedulingInfo } from './scheduling-message';
import type { SinkClient } from './sink-client';
import { SinkUpstream } from './sink-upstream';

/** How long the last output of a job that has ended is waited for, ms. */
const LAST_OUTPUT_MS = 500;

/** Somebody who listens to a job's output. */
export interface SinkListener {
  client: SinkClient;
  /** The job has ended. */
  jobEnded: () => void;
}

/** The output of one job with one set of sink parameters: one connection a worker, however many clients. */
class SinkGroup {
  private readonly upstreams = new Map<number, SinkUpstream>();
  private readonly listeners = new Set<SinkListener>();
  private readonly subscription: Subscription;
  private ended = false;

  constructor(
    feed: SchedulingFeed,
    private readonly jobId: string,
    private readonly query: string,
    private readonly onMessages: (count: number) => void,
  ) {
    this.subscription = feed.of(jobId).subscribe({
      next: (info) => this.follow(info),
      complete: () => setTimeout(() => this.jobEnded(), LAST_OUTPUT_MS).unref(),
    });
  }

  /** @returns to be called when the listener leaves; tells whether it was the last one */
  join(listener: SinkListener): () => boolean {
    this.listeners.add(listener);
    if (this.ended) listener.jobEnded();
    return () => {
      this.listeners.delete(listener);
      return this.listeners.size === 0;
    };
  }

  close(): void {
    this.subscription.unsubscribe();
    for (const upstream of this.upstreams.values()) upstream.close();
  }

  private follow(info: JobSchedulingInfo): void {
    const hosts = new Map(sinkHosts(info).map((host) => [host.workerNumber, host]));
    for (const [number, upstream] of this.upstreams) {
      if (hosts.has(number)) continue;
      upstream.retire();
      this.upstreams.delete(number);
    }
    for (const [number, host] of hosts) {
      if (this.upstreams.has(number)) continue;
      const url = sinkUrl(host.host, host.port[0] ?? 0, this.query, workerId({ jobId: this.jobId, ...host }));
      this.upstreams.set(number, new SinkUpstream(url, (batch) => this.publish(batch)));
    }
  }

  private publish(batch: FrameBatch): void {
    this.onMessages(batch.messages);
    for (const { client } of this.listeners) client.offer(batch);
  }

  private jobEnded(): void {
    this.ended = true;
    for (const listener of [...this.listeners]) listener.jobEnded();
  }
}

/** Merges the output of jobs for clients (reference: streams §7.4). */
@Injectable()
export class SinkHub {
  private readonly groups = new Map<string, SinkGroup>();
  private readonly messages;
  private readonly dropped;

  constructor(
    private readonly feed: SchedulingFeed,
    metrics: Metrics,
  ) {
    this.messages = metrics.counter('stream_sink_messages_total', 'Messages taken from workers for clients');
    this.dropped = metrics.counter('stream_dropped_messages_total', 'Messages that slow clients have lost');
  }

  /** Counts what a client has lost. */
  readonly noteDropped = (count: number): void => this.dropped.inc(count);

  /**
   * Sends a job's output to a listener from now on.
   *
   * @param query sink parameters as the client wrote them; clients with the same share the connections to
   *   the workers, except those who ask for a share of the output (`clientId`, `groupId`): each of them
   *   has to be a client of its own for the worker
   * @returns to be called when the listener leaves
   */
  join(jobId: string, query: string, listener: SinkListener): () => void {
    const parameters = new URLSearchParams(query);
    const isPrivate = parameters.has('clientId') || parameters.has('groupId');
    const key = `${jobId}?${query}`;
    const known = isPrivate ? undefined : this.groups.get(key);
    const group = known ?? new SinkGroup(this.feed, jobId, query, (count) => this.messages.inc(count));
    if (!isPrivate) this.groups.set(key, group);
    const leave = group.join(listener);
    return () => {
      if (!leave()) return;
      group.close();
      if (this.groups.get(key) === group) this.groups.delete(key);
    };
  }
}

/** Ports are used again: naming the worker keeps a late connection from joining somebody else's stream. */
function sinkUrl(host: string, port: number, query: string, worker: string): string {
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return `http://${name}:${port}/?${query === '' ? '' : `${query}&`}sourceWorker=${encodeURIComponent(worker)}`;
}
