import { Injectable } from '@nestjs/common';
import type { Subscription } from 'rxjs';
import { SchedulingFeedService } from '../discovery/scheduling-feed.service';
import { sinkHosts, type JobSchedulingInfo, type WorkerHost } from '../discovery/scheduling-message';
import { workerId } from '../jobs/job-id';
import { StreamTrafficService } from '../streams/stream-traffic.service';
import type { FrameBatch } from './frame-splitter';
import type { SinkClient } from './sink-client';
import { wantsEventIds } from './sink-switches';
import { SinkAnswer, SinkUpstream, verdictOf } from './sink-upstream';

/**
 * Length of a pause in reading while no client has room, ms. Workers buffer more than their output of this time. A client that
 * stays slow for longer loses messages.
 */
const PAUSE_MS = 100;

/** Time limit for the last output of a finished job, ms. */
const LAST_OUTPUT_MS = 500;

/** A listener to a job's output. */
export interface SinkListener {
  client: SinkClient;
  jobEnded: () => void;
}

/** The output of one job with one set of sink parameters: one connection per worker, whatever the number of clients. */
class SinkGroup {
  private readonly upstreams = new Map<number, SinkUpstream>();
  private readonly listeners = new Set<SinkListener>();
  private readonly subscription: Subscription;
  private ended = false;
  private pause: NodeJS.Timeout | undefined;
  /** The last pause did not help; the next pause needs a client with room first. */
  private isImpatient = false;
  /** Whether listeners may begin, or the reason of their refusal; undefined while unknown. */
  private verdict: 'begin' | { refused: string } | undefined;

  constructor(
    feed: SchedulingFeedService,
    private readonly jobId: string,
    private readonly query: string,
    private readonly traffic: StreamTrafficService,
  ) {
    this.subscription = feed.of(jobId).subscribe({
      next: (info) => this.follow(info),
      complete: () => setTimeout(() => this.jobEnded(), LAST_OUTPUT_MS).unref(),
    });
  }

  /** @returns a function for the listener to leave, which tells whether it was the last one */
  join(listener: SinkListener): () => boolean {
    this.listeners.add(listener);
    listener.client.onRoom = () => this.goOn();
    this.tell(listener);
    if (this.verdict === 'begin') for (const { reason } of this.refusals()) listener.client.remark(reason);
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
      const url = sinkUrl(this.jobId, host, this.query);
      const upstream = new SinkUpstream(
        { url, hasEventIds: wantsEventIds(this.query) },
        {
          frames: (batch) => this.publish(batch),
          lost: (bytes) => this.listeners.forEach(({ client }) => client.missed(bytes)),
          answered: () => this.judge(number),
        },
      );
      this.upstreams.set(number, upstream);
    }
    this.judge();
  }

  /** @param changed number of the worker with a new answer */
  private judge(changed?: number): void {
    const hasBegun = this.verdict === 'begin';
    const answers = [...this.upstreams.values()].map((upstream) => upstream.answer);
    const verdict = verdictOf(answers, hasBegun);
    if (verdict === 'wait') return;
    const refusals = this.refusals();
    this.verdict = verdict === 'begin' ? 'begin' : { refused: refusals[0]?.reason ?? '' };
    for (const listener of [...this.listeners]) this.tell(listener);
    if (verdict === 'refused') return;
    const news = refusals.filter(({ number }) => !hasBegun || number === changed);
    for (const { reason } of news) for (const { client } of this.listeners) client.remark(reason);
  }

  private refusals(): { number: number; reason: string }[] {
    return [...this.upstreams].flatMap(([number, { answer, refusal }]) =>
      answer === SinkAnswer.Refused
        ? { number, reason: `worker ${number} refuses the parameters: ${refusal}` }
        : [],
    );
  }

  private tell({ client }: SinkListener): void {
    if (this.verdict === 'begin') client.begin();
    else if (this.verdict) client.refuse(this.verdict.refused);
  }

  private publish(batch: FrameBatch): void {
    this.traffic.taken(batch.messages, batch.bytes.length);
    for (const { client } of this.listeners) client.offer(batch);
    this.waitForRoom();
  }

  /** Pauses reading when no client has room. One client with room is enough to continue: slow clients do not slow the others. */
  private waitForRoom(): void {
    if (this.pause !== undefined || this.isImpatient) return;
    for (const { client } of this.listeners) if (!client.isFull) return;
    for (const upstream of this.upstreams.values()) upstream.pause();
    this.pause = setTimeout(() => {
      this.goOn();
      this.isImpatient = true;
    }, PAUSE_MS);
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

/** Merges the output of jobs for clients (V1-STREAM-6, V1-STREAM-10). */
@Injectable()
export class SinkHubService {
  private readonly groups = new Map<string, SinkGroup>();

  constructor(
    private readonly feed: SchedulingFeedService,
    private readonly traffic: StreamTrafficService,
  ) {}

  /**
   * Sends a job's output to a listener from now on.
   * @param query sink parameters as the client wrote them; clients with equal ones share the connections to the workers,
   * except for clients that take a share of the output (`clientId`, `groupId`) or get ids, which begin with their connection
   * @returns a function for the listener to leave
   */
  join(jobId: string, query: string, listener: SinkListener): () => void {
    const parameters = new URLSearchParams(query);
    const isPrivate = parameters.has('clientId') || parameters.has('groupId') || wantsEventIds(query);
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

/** Ports are reused: naming the worker keeps a late connection from reading another worker's stream. */
function sinkUrl(jobId: string, worker: WorkerHost, query: string): string {
  const { host, port } = worker;
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const source = `sourceWorker=${encodeURIComponent(workerId({ jobId, ...worker }))}`;
  return `http://${name}:${port[0] ?? 0}/?${query === '' ? '' : `${query}&`}${source}`;
}
