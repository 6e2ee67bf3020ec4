import { Injectable } from '@nestjs/common';
import type { Subscription } from 'rxjs';
import { workerId } from '../jobs/worker-numbers';
import type { FrameBatch } from './frame-splitter';
import { SchedulingFeed } from './scheduling-feed.service';
import { sinkHosts, type JobSchedulingInfo } from './scheduling-message';
import type { SinkClient } from './sink-client';
import { SinkAnswer, verdictOf } from './sink-answers';
import { SinkUpstream } from './sink-upstream';
import { StreamTraffic } from './stream-traffic.service';

/**
 * How long workers are not read because no client has room, ms. It carries over a moment in which clients are slower than
 * workers; the workers' own buffers hold more than that. Who is slow for longer loses messages, and is told.
 */
const PATIENCE_MS = 100;

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
  /** Runs while no worker is read. */
  private pause: NodeJS.Timeout | undefined;
  /** Clients were waited for in vain: not again before one of them has room. */
  private isImpatient = false;
  /** Whether listeners may begin, or why they can't; undefined while that is not known. */
  private verdict: 'begin' | { refused: string } | undefined;

  constructor(
    feed: SchedulingFeed,
    private readonly jobId: string,
    private readonly query: string,
    private readonly traffic: StreamTraffic,
  ) {
    this.subscription = feed.of(jobId).subscribe({
      next: (info) => this.follow(info),
      complete: () => setTimeout(() => this.jobEnded(), LAST_OUTPUT_MS).unref(),
    });
  }

  /** @returns to be called when the listener leaves; tells whether it was the last one */
  join(listener: SinkListener): () => boolean {
    this.listeners.add(listener);
    listener.client.onRoom = () => this.goOn();
    this.tell(listener);
    this.goOn();
    if (this.ended) listener.jobEnded();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) this.waitForRoom();
      return this.listeners.size === 0;
    };
  }

  close(): void {
    clearTimeout(this.pause);
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
      const reader = {
        frames: (batch: FrameBatch) => this.publish(batch),
        lost: (bytes: number) => this.miss(bytes),
        answered: () => this.judge(number),
      };
      this.upstreams.set(number, new SinkUpstream(url, reader));
    }
    this.judge();
  }

  /** @param changed number of the worker whose answer is new */
  private judge(changed?: number): void {
    const verdict = verdictOf([...this.upstreams.values()].map((upstream) => upstream.answer));
    const upstream = changed === undefined ? undefined : this.upstreams.get(changed);
    const isRefusal = upstream?.answer === SinkAnswer.Refused;
    const reason = `worker ${changed} refuses the parameters: ${upstream?.refusal}`;
    if (verdict === 'wait') return;
    if (verdict === 'begin') {
      this.verdict = 'begin';
      if (isRefusal) for (const { client } of this.listeners) client.remark(reason);
    } else if (isRefusal) {
      this.verdict = { refused: reason };
    }
    for (const listener of [...this.listeners]) this.tell(listener);
  }

  private tell({ client }: SinkListener): void {
    if (this.verdict === 'begin') client.begin();
    else if (this.verdict) client.refuse(this.verdict.refused);
  }

  private publish(batch: FrameBatch): void {
    this.traffic.taken(batch);
    for (const { client } of this.listeners) client.offer(batch);
    this.waitForRoom();
  }

  private miss(bytes: number): void {
    for (const { client } of this.listeners) client.missed(bytes);
  }

  /** Stops reading when nobody could take it. One client that has room is enough to go on: the slow ones don't slow the others. */
  private waitForRoom(): void {
    if (this.pause !== undefined || this.isImpatient) return;
    for (const { client } of this.listeners) if (!client.isFull) return;
    for (const upstream of this.upstreams.values()) upstream.pause();
    this.pause = setTimeout(() => {
      this.goOn();
      this.isImpatient = true;
    }, PATIENCE_MS);
  }

  private goOn(): void {
    this.isImpatient = false;
    if (this.pause === undefined) return;
    clearTimeout(this.pause);
    this.pause = undefined;
    for (const upstream of this.upstreams.values()) upstream.resume();
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

  constructor(
    private readonly feed: SchedulingFeed,
    private readonly traffic: StreamTraffic,
  ) {}

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
    const group = known ?? new SinkGroup(this.feed, jobId, query, this.traffic);
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
