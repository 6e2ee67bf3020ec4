import { Observable, Subject } from 'rxjs';
import { CompletedWorkers } from './completed-workers';
import { EventStream, type StreamEvent } from './event-stream';
import { readDiscovery, type Peer, type StagePeers } from './scheduling-info';
import { COMPLETE_EVENT } from './sse-frame';
import { workerIdOf } from './worker-status';

export interface UpstreamOptions {
  readonly jobId: string;
  /** The stage whose events are read. */
  readonly stage: number;
  readonly discoveryUrl: URL;
  /** The job's record, asked about workers that cannot be found; undefined when unknown. */
  readonly jobUrl: URL | undefined;
  /** The group of this worker's stage: each event goes to one of its workers. */
  readonly group: string;
  readonly workerId: string;
  /** Its place among the workers of its stage. */
  readonly workerIndex: number;
  /** Size of the stage as it was when this worker started, until discovery says otherwise; 0 when unknown. */
  readonly expectedWorkers: number;
  log(message: string): void;
}

/** Discovery heartbeats come every 59 s (reference: streams §7.1), keep-alive comments of a worker every 15 s. */
const DISCOVERY_IDLE_MS = 130_000;
const PEER_IDLE_MS = 45_000;

interface Connection {
  readonly peer: Peer;
  readonly stream: EventStream;
  open: boolean;
  /** Its failure has been logged; the next one is news only after a success. */
  failing: boolean;
  /** Still in the discovery stream's last message. */
  listed: boolean;
}

/**
 * The events of the stage before. Finds its workers through the discovery stream, connects to each, follows workers that
 * come, go and move, and ends when every worker of that stage has said that its output is complete.
 */
export class Upstream {
  private readonly received = new Subject<unknown>();
  private readonly connections = new Map<number, Connection>();
  private readonly completed = new Set<number>();
  private readonly connectedOnce: Promise<void>;
  private readonly asked: CompletedWorkers;
  private discovery: EventStream | undefined;
  private expected: number;
  private counts = { events: 0, bytes: 0, malformed: 0 };

  constructor(private readonly options: UpstreamOptions) {
    this.expected = options.expectedWorkers;
    this.asked = new CompletedWorkers({
      jobUrl: options.jobUrl,
      stage: options.stage,
      isSomeoneMissing: () => this.known().size < this.expected,
      onCompleted: (indexes) => this.markCompleted(indexes),
    });
    const url = new URL(options.discoveryUrl);
    url.searchParams.set('sendHB', 'true');
    this.connectedOnce = new Promise((resolve) => {
      this.discovery = new EventStream({
        url,
        idleMs: DISCOVERY_IDLE_MS,
        onOpen: resolve,
        onBytes: (count) => this.countBytes(count),
        onEvent: ({ data }) => {
          const found = readDiscovery(data, options.jobId, options.stage);
          if (found) this.follow(found);
        },
        onLost: (reason) => options.log(`discovery ${reason}, trying again`),
      });
    });
  }

  /** Fulfilled when the discovery stream has been open once. */
  get connected(): Promise<void> {
    return this.connectedOnce;
  }

  /** Events that arrive while nobody is subscribed are not kept: subscribe before {@link connected} is fulfilled. */
  get events(): Observable<unknown> {
    return this.received.asObservable();
  }

  get eventCount(): number {
    return this.counts.events;
  }

  get malformedCount(): number {
    return this.counts.malformed;
  }

  get bytesRead(): number {
    return this.counts.bytes;
  }

  get openConnections(): number {
    return [...this.connections.values()].filter(({ open }) => open).length;
  }

  /** No more events: the worker stops. What the stage still holds of those it got can be brought to an end. */
  finish(): void {
    this.close();
    this.received.complete();
  }

  close(): void {
    this.asked.close();
    this.discovery?.close();
    for (const { stream } of this.connections.values()) stream.close();
    this.connections.clear();
  }

  private countBytes(count: number): void {
    this.counts.bytes += count;
  }

  /** Indexes of workers that have completed or that there is a connection for. */
  private known(): Set<number> {
    return new Set([
      ...this.completed,
      ...[...this.connections.values()].map(({ peer }) => peer.workerIndex),
    ]);
  }

  /** A worker that is connected says itself when it is done: until then events may be on their way. */
  private markCompleted(workerIndexes: readonly number[]): void {
    const known = this.known();
    for (const index of workerIndexes) if (!known.has(index)) this.completed.add(index);
    this.endWhenComplete();
  }

  private follow(found: StagePeers): void {
    if (found.expected > 0) this.expected = found.expected;
    const listed = new Map(found.peers.map((peer) => [peer.workerNumber, peer]));
    for (const connection of this.connections.values()) this.review(connection, listed);
    for (const peer of found.peers) if (!this.connections.has(peer.workerNumber)) this.connect(peer);
    this.endWhenComplete();
  }

  /**
   * A worker that is no longer listed may still have events to deliver (a stage that completes, a controller that was
   * restarted), so an open stream is left to end by itself, unless a replacement has taken the worker's index or its
   * address has changed.
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
    const { jobId, group, workerId } = this.options;
    const host = peer.host.includes(':') ? `[${peer.host}]` : peer.host;
    const url = new URL(`http://${host}:${peer.port}/`);
    const sourceWorker = workerIdOf({ jobId, ...peer });
    const slotId = String(this.options.workerIndex);
    for (const [name, value] of Object.entries({
      groupId: group,
      clientId: workerId,
      slotId,
      sourceWorker,
    })) {
      url.searchParams.set(name, value);
    }
    const connection: Connection = {
      peer,
      open: false,
      failing: false,
      listed: true,
      stream: new EventStream({
        url,
        idleMs: PEER_IDLE_MS,
        onBytes: (count) => this.countBytes(count),
        onOpen: () => {
          connection.open = true;
          connection.failing = false;
          this.options.log(`reading from ${sourceWorker} at ${url.host}`);
        },
        onLost: (reason) => this.lost(connection, reason),
        onEvent: (event) => this.receive(connection, event),
      }),
    };
    this.connections.set(peer.workerNumber, connection);
  }

  private lost(connection: Connection, reason: string): void {
    if (!connection.failing) {
      this.options.log(`cannot read from ${workerIdOf({ ...this.options, ...connection.peer })}: ${reason}`);
    }
    connection.failing = true;
    connection.open = false;
    if (!connection.listed) this.disconnect(connection);
  }

  private disconnect(connection: Connection): void {
    connection.stream.close();
    if (this.connections.get(connection.peer.workerNumber) === connection) {
      this.connections.delete(connection.peer.workerNumber);
    }
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
    if (this.expected === 0 || this.completed.size < this.expected) return;
    this.finish();
  }
}
