import { text as readText } from 'node:stream/consumers';
import type { TestService } from '@portolan/service/testing';
import { WebSocket } from 'ws';
import type { JobSchedulingInfo } from '../../src/discovery/scheduling-message';
import { Api, startStreaming } from './api';
import { EventReader } from './event-reader';
import { TestNode } from './test-node';

/** Size of a message, bytes: a few of them fill the buffers between the service and a client. */
export const LONG = 512 * 1024;

/** A websocket and its received messages. */
export interface SocketReader {
  socket: WebSocket;
  messages: string[];
  /** The texts of pings. */
  pings: string[];
  /** Code and reason. */
  closed: Promise<[number, string]>;
  /** The status of the handshake, and the JSON body of a refusal. */
  answered: Promise<{ status: number; body?: unknown }>;
}

/** The body of an error response. */
export const errorBody = (error: string): object => ({
  time: expect.any(Number) as number,
  host: expect.any(String) as string,
  error,
  requestId: expect.any(String) as string,
});

/** Two replicas, a node, and clients of their streams, for the tests of one file. */
export class StreamRig {
  readonly env = {
    LOG_LEVEL: 'silent',
    STREAM_FIRST_HEARTBEAT_MS: '100',
    STREAM_HEARTBEAT_MS: '200',
    RESUBMIT_DELAYS_MS: '0',
  };
  service!: TestService;
  replica!: TestService;
  api!: Api;
  node!: TestNode;
  private readonly readers: EventReader[] = [];

  /** Starts it before the tests of this file, and stops it after them. */
  static use(): StreamRig {
    const rig = new StreamRig();
    beforeAll(() => rig.start());
    afterEach(() => rig.closeReaders());
    afterAll(() => rig.stop());
    return rig;
  }

  /** Another replica that only answers. */
  startReplica(more: Record<string, string> = {}): Promise<TestService> {
    const { database, queuePrefix } = this.service;
    return startStreaming({ env: { ...this.env, ROLES: 'api', ...more }, database, queuePrefix });
  }

  async open(path: string, base = this.service.url, headers?: Record<string, string>): Promise<EventReader> {
    const reader = await EventReader.open(`${base}/api/v1/${path}`, headers);
    this.readers.push(reader);
    return reader;
  }

  /** Submits a job and waits until it is launched. */
  async launch(cluster: string): Promise<string> {
    const jobId = await this.api.submit(cluster);
    await this.api.state(jobId, 'Launched');
    return jobId;
  }

  connect(path: string, base = this.service.url, origin?: string): SocketReader {
    const socket = new WebSocket(`${base.replace('http', 'ws')}/api/v1/${path}`, { origin });
    const messages: string[] = [];
    const pings: string[] = [];
    const closed = new Promise<[number, string]>((resolve) =>
      socket.once('close', (code, reason) => resolve([code, reason.toString()])),
    );
    const answered = new Promise<{ status: number; body?: unknown }>((resolve) => {
      socket.once('open', () => resolve({ status: 101 }));
      socket.once('unexpected-response', (_request, response) => {
        const { statusCode: status = 0 } = response;
        void readText(response).then((text) => resolve({ status, body: JSON.parse(text) as unknown }));
      });
    });
    socket.on('message', (data: Buffer) => messages.push(data.toString()));
    socket.on('ping', (data) => pings.push(data.toString()));
    socket.on('error', () => undefined);
    return { socket, messages, pings, closed, answered };
  }

  /** The value of a metric that has no labels, of the first replica or another one. */
  async metric(name: string, base = this.service.url): Promise<number> {
    const metrics = await (await fetch(`${base}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(metrics)?.[1] ?? 0);
  }

  private async start(): Promise<void> {
    this.service = await startStreaming({ env: { ...this.env, STREAM_CLIENT_BUFFER_BYTES: '4096' } });
    this.replica = await this.startReplica();
    this.api = new Api(this.service.url);
    this.node = await TestNode.start(this.service);
  }

  private closeReaders(): void {
    for (const reader of this.readers.splice(0)) reader.close();
  }

  private async stop(): Promise<void> {
    await this.node.stop();
    await this.replica.close();
    await this.service.stop();
  }
}

/** Numbers of the workers of a stage. */
export const hostsOf = (info: JobSchedulingInfo, stage: number): string[] =>
  Object.keys(info.workerAssignments[stage]?.hosts ?? {});
