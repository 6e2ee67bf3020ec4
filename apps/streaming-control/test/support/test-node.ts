import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import {
  ClaimDecision,
  launchEventsQueue,
  launchesQueue,
  type ClaimAnswer,
  type LaunchOffer,
  type LaunchSnapshot,
  type LeaseAnswer,
} from '@portolan/launches';
import { Queues, RedeliverLater, type QueuesOptions } from '@portolan/messaging';
import { QueueConsumer } from '@portolan/messaging/testing';
import { TEST_INTERNAL_TOKEN, TEST_SERVERS, eventually, type TestService } from '@portolan/service/testing';

/** A launch that the test runs, and the worker in it. */
export class HeldLaunch {
  sequence = 0;
  stopped = false;
  readonly token = randomUUID();
  readonly sink = new TestSink();
  ports: Record<string, number> = {};
  /** Files in its directory, by name. */
  readonly files = new Map<string, string>();

  constructor(
    readonly offer: LaunchOffer,
    private readonly node: TestNode,
  ) {}

  get jobId(): string {
    return this.offer.environment.JOB_ID ?? '';
  }

  get number(): number {
    return Number(this.offer.environment.WORKER_NUMBER);
  }

  get stage(): number {
    return Number(this.offer.environment.STAGE_NUM);
  }

  /** Posts to the worker's own status address. */
  async post(state: string, more: object = {}): Promise<number> {
    const status = {
      jobId: this.jobId,
      stageNum: this.stage,
      workerIndex: Number(this.offer.environment.WORKER_INDEX),
      workerNumber: this.number,
      type: 'INFO',
      message: `worker ${state}`,
      state,
      hostname: '127.0.0.1',
      timestamp: Date.now(),
      reason: 'Normal',
      payloads: [],
      ...more,
    };
    const response = await fetch(this.offer.environment.STATUS_URL ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jobId: this.jobId, status }),
    });
    return response.status;
  }

  heartbeat(): Promise<number> {
    return this.post('Noop', { type: 'HEARTBEAT', message: 'heartbeat' });
  }

  /**
   * Sends heartbeats, one after the other.
   *
   * @param payloads of each
   * @returns ends them; waits for the last one, and rejects when one has failed
   */
  beat(everyMs: number, payloads: () => object[] = () => []): () => Promise<void> {
    let isOver = false;
    let failure: Error | undefined;
    const beating = (async () => {
      while (!isOver) {
        await this.post('Noop', { type: 'HEARTBEAT', message: 'heartbeat', payloads: payloads() });
        await delay(everyMs);
      }
    })().catch((error: unknown) => (failure = error as Error));
    return async () => {
      isOver = true;
      await beating;
      if (failure) throw failure;
    };
  }

  async start(): Promise<void> {
    await this.post('StartInitiated');
    await this.post('Started');
  }

  /** Reports the end of the process. */
  async end(outcome: Partial<LaunchSnapshot>): Promise<void> {
    await this.sink.close();
    await this.node.report(this, { phase: 'ended', finishedAt: Date.now(), ...outcome });
  }

  exit(exitCode: number, lastLine?: string): Promise<void> {
    return this.end({ outcome: 'exited', exitCode, ...(lastLine !== undefined && { lastLine }) });
  }
}

/** A real server of server-sent events, as a worker of the last stage has one. */
class TestSink {
  readonly clients = new Set<ServerResponse>();
  readonly queries: string[] = [];
  /** The error with which it refuses the parameters of every client. @default it accepts them */
  refusal: string | undefined;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      this.queries.push(request.url ?? '');
      if (this.refusal !== undefined) {
        response.writeHead(400).end(JSON.stringify({ error: this.refusal }));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      this.clients.add(response);
      response.once('close', () => this.clients.delete(response));
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return (this.server.address() as AddressInfo).port;
  }

  say(text: string): void {
    for (const client of this.clients) client.write(`data: ${text}\n\n`);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** The place of a node. @default 127.0.0.1 in the agent cluster `default` */
export interface NodePlace {
  host?: string;
  zone?: string;
  agentCluster?: string;
}

/** Acts as a node: takes offers from the real queue, claims over HTTP, reports over the real queue. */
export class TestNode {
  readonly id = `node-${randomUUID().slice(0, 8)}`;
  readonly launches: HeldLaunch[] = [];
  /** Claims with another answer than `go`. */
  refusals = 0;
  private readonly queues: Queues;
  private readonly consumer: QueueConsumer<LaunchOffer>;
  private readonly server: Server;
  /** Functions that report the ends of launches with a stop request. */
  private readonly ends: Promise<void>[] = [];
  private url = '';

  private constructor(
    prefix: string,
    private readonly autoStart: boolean,
    private readonly place: NodePlace,
  ) {
    const options: QueuesOptions = { redis: TEST_SERVERS.redis, prefix, onError: () => undefined };
    this.queues = new Queues(options);
    this.consumer = new QueueConsumer(
      options,
      launchesQueue(this.facts.agentCluster),
      ({ body }) => this.take(body),
      { concurrency: 8 },
    );
    this.server = createServer((request, response) => {
      if (request.url?.includes('/files/')) {
        this.sendFile(request, response);
        return;
      }
      const id = /launches\/([^/]+)\/stop/.exec(request.url ?? '')?.[1];
      const launch = this.launches.find((one) => one.offer.launchId === id);
      response.end('{}');
      if (launch && !launch.stopped) {
        launch.stopped = true;
        this.ends.push(launch.end({ outcome: 'stopped', stopReason: 'owner', exitCode: 143 }));
      }
    });
  }

  /** @param autoStart workers report Started as soon as they are claimed */
  static async start(
    service: Pick<TestService, 'queuePrefix'>,
    autoStart = true,
    place: NodePlace = {},
  ): Promise<TestNode> {
    const node = new TestNode(service.queuePrefix, autoStart, place);
    await new Promise<void>((resolve) => node.server.listen(0, '127.0.0.1', resolve));
    node.url = `http://127.0.0.1:${(node.server.address() as AddressInfo).port}`;
    node.consumer.start();
    return node;
  }

  /** Stops taking offers, reports its launches, and closes. */
  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await Promise.all(this.ends);
    await this.consumer.close();
    await this.queues.close();
    await Promise.all(this.launches.map((launch) => launch.sink.close()));
  }

  /** Waits for the launch of a worker. */
  worker(jobId: string, number: number): Promise<HeldLaunch> {
    return eventually(`worker ${number} of ${jobId} is held`, () =>
      this.launches.find((launch) => launch.jobId === jobId && launch.number === number),
    );
  }

  of(jobId: string): HeldLaunch[] {
    return this.launches.filter((launch) => launch.jobId === jobId);
  }

  /** Sends a report, again while Redis does not answer in time: nodes do so, too. */
  async report(launch: HeldLaunch, snapshot: Partial<LaunchSnapshot>): Promise<void> {
    launch.sequence += 1;
    const report = {
      launchId: launch.offer.launchId,
      nodeId: this.id,
      token: launch.token,
      sequence: launch.sequence,
      phase: 'running' as const,
      ports: launch.ports,
      ...snapshot,
    };
    await eventually('the report is sent', async () => {
      await this.queues.send(launchEventsQueue('streams'), report);
      return true;
    });
  }

  /** Renews the lease with the launches that the node holds. */
  async renew(serviceUrl: string, held = this.launches): Promise<LeaseAnswer> {
    return (await this.call('PUT', `${serviceUrl}/internal/leases/${this.id}`, {
      ...this.facts,
      launches: held.map((launch) => ({ launchId: launch.offer.launchId, token: launch.token })),
    })) as LeaseAnswer;
  }

  /** A launch's files as a node serves them, whole or from a byte on. */
  private sendFile(request: IncomingMessage, response: ServerResponse): void {
    const [, id, file = ''] = /launches\/([^/]+)\/files\/(.*)/.exec(request.url ?? '') ?? [];
    const text = this.launches.find((one) => one.offer.launchId === id)?.files.get(file);
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const known = text !== undefined && request.headers.authorization === `Bearer ${TEST_INTERNAL_TOKEN}`;
    if (!known || from >= text.length) {
      response.writeHead(known ? 416 : 404).end();
      return;
    }
    const bytes = Buffer.from(text).subarray(from);
    response.writeHead(from > 0 ? 206 : 200, {
      'accept-ranges': 'bytes',
      'content-length': bytes.length,
      ...(from > 0 ? { 'content-range': `bytes ${from}-${text.length - 1}/${text.length}` } : {}),
    });
    response.end(bytes);
  }

  private get facts() {
    return { nodeUrl: this.url, host: '127.0.0.1', agentCluster: 'default', ...this.place };
  }

  private async take(offer: LaunchOffer): Promise<void> {
    const launch = new HeldLaunch(offer, this);
    const names = offer.portVariables;
    launch.ports = Object.fromEntries(names.map((name, index) => [name, 40_000 + index]));
    launch.ports.SINK_PORT = await launch.sink.listen();
    const answer = (await this.call('POST', `${offer.ownerUrl}/internal/launches/${offer.launchId}/claim`, {
      ...this.facts,
      nodeId: this.id,
      token: launch.token,
      freeSlots: 8,
      freeMemoryMb: 4096,
      ports: launch.ports,
    })) as ClaimAnswer;
    if (answer.decision !== ClaimDecision.Go) {
      this.refusals += 1;
      await launch.sink.close();
      // Like nodes, but with shorter delays, which are random so that no node is preferred.
      if (answer.decision === ClaimDecision.NotHere) throw new RedeliverLater(50 + Math.random() * 150);
      return;
    }
    this.launches.push(launch);
    await this.report(launch, { phase: 'running', startedAt: Date.now() });
    if (this.autoStart) await launch.start();
  }

  private async call(method: string, url: string, body: object): Promise<unknown> {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${TEST_INTERNAL_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}
