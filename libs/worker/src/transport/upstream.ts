import { Subject } from 'rxjs';
import type { WorkerIdentity } from '../job/job';
import { get } from '../platform/http';
import { readCompletedWorkers, readDiscovery, type Peer, type StagePeers } from '../platform/scheduling-info';
import { workerIdOf, type WorkerEnvironment } from '../platform/worker-environment';
import { EventStream, type StreamEvent } from './event-stream';
import { COMPLETE_EVENT } from './sse-frame';

/** Discovery heartbeats come every 59 s (docs/contract/streams.md#scheduling-information), keep-alive comments of a worker every 15 s. */
const DISCOVERY_IDLE_MS = 130_000;
const PEER_IDLE_MS = 45_000;

/** Interval and time limit of requests for the job's record. */
const ASK_EVERY_MS = 2000;
const ASK_TIMEOUT_MS = 5000;

interface Connection {
  readonly peer: Peer;
  readonly stream: EventStream;
  open: boolean;
  /** The failure of the connection was logged; the next one is logged only after a success. */
  failing: boolean;
  /** Still in the discovery stream's last message. */
  listed: boolean;
}

/** Returns the group that all workers of a stage join at the previous stage; each event goes to one of them. */
export const stageGroup = ({ jobId }: Pick<WorkerIdentity, 'jobId'>, stage: number) =>
  `${jobId}-stage-${stage}`;

/**
 * Reads the events of the previous stage. It finds the workers through the discovery stream, connects to each, follows new,
 * removed and moved workers, and ends when every worker of that stage has reported that its output is complete.
 */
export class Upstream {
  private readonly received = new Subject<unknown>();
  /** Events that arrive without a subscriber are lost: subscribe before {@link connected} resolves. */
  readonly events = this.received.asObservable();
  readonly counts = { events: 0, bytes: 0, malformed: 0 };
  /** Resolves when the discovery stream was opened for the first time. */
  readonly connected: Promise<void>;
  private readonly connections = new Map<number, Connection>();
  private readonly completed = new Set<number>();
  private readonly stage = this.env.stage - 1;
  private discovery: EventStream | undefined;
  /** Size of the stage, at the start of this worker until discovery reports another; 0 when unknown. */
  private expected = this.env.schedulingInfo.stages.get(this.stage)?.workers ?? 0;
  private readonly timer = setInterval(() => void this.askForCompleted(), ASK_EVERY_MS);
  private readonly abort = new AbortController();
  private asking = false;

  constructor(
    private readonly env: WorkerEnvironment,
    discoveryUrl: URL,
    private readonly log: (message: string) => void,
  ) {
    const url = new URL(discoveryUrl);
    url.searchParams.set('sendHB', 'true');
    this.connected = new Promise((resolve) => {
      this.discovery = new EventStream({
        url,
        idleMs: DISCOVERY_IDLE_MS,
        onOpen: resolve,
        onBytes: (count) => (this.counts.bytes += count),
        onEvent: ({ data }) => {
          const found = readDiscovery(data, env.jobId, this.stage);
          if (found) this.follow(found);
        },
        onLost: (reason) => log(`discovery ${reason}, retrying`),
      });
    });
  }

  get openConnections(): number {
    return [...this.connections.values()].filter(({ open }) => open).length;
  }

  /** Ends the events because the worker stops; the stage can finish the events already received. */
  finish(): void {
    this.close();
    this.received.complete();
  }

  close(): void {
    clearInterval(this.timer);
    this.abort.abort();
    this.discovery?.close();
    for (const { stream } of this.connections.values()) stream.close();
    this.connections.clear();
  }

  private known(): Set<number> {
    const connected = [...this.connections.values()].map(({ peer }) => peer.workerIndex);
    return new Set([...this.completed, ...connected]);
  }

  /**
   * Determines from the job's record which workers have completed, while some are unknown. Usually workers report completion
   * themselves; a worker that starts after they have ended must ask, or it would wait for ever, because discovery lists
   * started workers only. A connected worker reports its end after its last event.
   */
  private async askForCompleted(): Promise<void> {
    const url = jobUrl(this.env);
    if (!url || this.asking || this.known().size >= this.expected) return;
    this.asking = true;
    const { signal } = this.abort;
    try {
      const { status, text } = await get(url, { timeoutMs: ASK_TIMEOUT_MS, signal });
      if (status !== 200 || signal.aborted) return;
      const known = this.known();
      const indexes = readCompletedWorkers(text, this.stage).filter((index) => !known.has(index));
      for (const index of indexes) this.completed.add(index);
      this.endWhenComplete();
    } catch {
      // The platform is unreachable; the request is retried.
    } finally {
      this.asking = false;
    }
  }

  private follow(found: StagePeers): void {
    if (found.expected > 0) this.expected = found.expected;
    const listed = new Map(found.peers.map((peer) => [peer.workerNumber, peer]));
    for (const connection of this.connections.values()) this.review(connection, listed);
    for (const peer of found.peers) if (!this.connections.has(peer.workerNumber)) this.connect(peer);
    this.endWhenComplete();
  }

  /**
   * A worker that is no longer listed may still deliver events (a completing stage, a restarted controller), so its open
   * stream is left to end by itself, unless a replacement has taken the worker's index or its address has changed.
   */
  private review(connection: Connection, listed: ReadonlyMap<number, Peer>): void {
    const { peer } = connection;
    const now = listed.get(peer.workerNumber);
    connection.listed = now !== undefined;
    const moved = now !== undefined && (now.host !== peer.host || now.port !== peer.port);
    const replaced = [...listed.values()].some(
      ({ workerIndex, workerNumber }) => workerIndex === peer.workerIndex && workerNumber > peer.workerNumber,
    );
    if (moved || replaced || (!now && !connection.open)) this.disconnect(connection);
  }

  private connect(peer: Peer): void {
    if (this.completed.has(peer.workerIndex)) return;
    const { env } = this;
    const host = peer.host.includes(':') ? `[${peer.host}]` : peer.host;
    const url = new URL(`http://${host}:${peer.port}/`);
    const sourceWorker = workerIdOf({ ...env, ...peer });
    url.search = new URLSearchParams({
      groupId: stageGroup(env, env.stage),
      clientId: workerIdOf(env),
      slotId: String(env.workerIndex),
      sourceWorker,
    }).toString();
    const connection: Connection = {
      peer,
      open: false,
      failing: false,
      listed: true,
      stream: new EventStream({
        url,
        idleMs: PEER_IDLE_MS,
        onBytes: (count) => (this.counts.bytes += count),
        onOpen: () => {
          connection.open = true;
          connection.failing = false;
          this.log(`reading from ${sourceWorker} at ${url.host}`);
        },
        onLost: (reason) => this.lost(connection, reason),
        onEvent: (event) => this.receive(connection, event),
      }),
    };
    this.connections.set(peer.workerNumber, connection);
  }

  private lost(connection: Connection, reason: string): void {
    if (!connection.failing)
      this.log(`cannot read from ${workerIdOf({ ...this.env, ...connection.peer })}: ${reason}`);
    connection.failing = true;
    connection.open = false;
    if (!connection.listed) this.disconnect(connection);
  }

  private disconnect(connection: Connection): void {
    const { workerNumber } = connection.peer;
    connection.stream.close();
    if (this.connections.get(workerNumber) === connection) this.connections.delete(workerNumber);
  }

  private receive(connection: Connection, event: StreamEvent): void {
    if (event.event === COMPLETE_EVENT) {
      this.completed.add(connection.peer.workerIndex);
      this.disconnect(connection);
      return this.endWhenComplete();
    }
    let value: unknown;
    try {
      value = JSON.parse(event.data);
    } catch {
      this.counts.malformed += 1;
      return;
    }
    this.counts.events += 1;
    this.received.next(value);
  }

  private endWhenComplete(): void {
    if (this.expected > 0 && this.completed.size >= this.expected) this.finish();
  }
}

/** Returns the address of the job's record at the control API; undefined when the platform's address is not known. */
function jobUrl({ masterUrl, jobId }: WorkerEnvironment): URL | undefined {
  const url = `${masterUrl?.replace(/\/$/, '')}/api/v1/jobs/${encodeURIComponent(jobId)}`;
  return URL.canParse(url) ? new URL(url) : undefined;
}
