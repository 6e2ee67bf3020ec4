import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from '../platform/http';

/** A status posted by a worker. */
export interface PostedStatus {
  readonly jobId: string;
  readonly stageNum: number;
  readonly workerIndex: number;
  readonly workerNumber: number;
  readonly type: string;
  readonly state: string;
  readonly message: string;
  readonly reason: string;
  readonly payloads: readonly { readonly type: string; readonly data: string }[];
}

/** The position of a worker in its job. */
export interface WorkerPlace {
  readonly stage: number;
  readonly workerIndex: number;
  readonly workerNumber: number;
  readonly port: number;
}

export interface TestJob {
  readonly jobId: string;
  /** Number of workers of each stage, from stage 1 on. */
  readonly stages: readonly number[];
  readonly parameters?: readonly { readonly name: string; readonly value: string | boolean | number }[];
}

/**
 * The platform as a worker sees it, for tests of jobs: accepts status posts and streams discovery. Lists workers that
 * posted `Started`, as the platform does, until {@link remove}.
 */
export class TestPlatform {
  readonly statuses: PostedStatus[] = [];
  private readonly server: Server;
  private readonly places = new Map<number, WorkerPlace>();
  private readonly started = new Set<number>();
  private readonly streams = new Set<ServerResponse>();
  private port = 0;
  /** Answers every request with this status, to simulate a faulty platform. */
  trouble: number | undefined;

  private constructor(private readonly job: TestJob) {
    this.server = createServer((request, response) => this.handle(request, response));
  }

  static async start(job: TestJob): Promise<TestPlatform> {
    const platform = new TestPlatform(job);
    await platform.up();
    return platform;
  }

  /** Opens the same port again. */
  async up(): Promise<void> {
    await listen(this.server, this.port, '127.0.0.1');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Simulates an outage: closes the port and every connection. */
  async down(): Promise<void> {
    const closed = new Promise((resolve) => {
      this.server.close(resolve);
    });
    this.server.closeAllConnections();
    await closed;
  }

  /** Returns the environment of one worker's process. */
  environment(place: WorkerPlace): Record<string, string> {
    this.places.set(place.workerNumber, place);
    const { jobId, stages, parameters = [] } = this.job;
    const url = `http://127.0.0.1:${this.port}`;
    const sizes = stages.map(
      (numberOfInstances, index) => [String(index + 1), { numberOfInstances }] as const,
    );
    return {
      JOB_ID: jobId,
      JOB_NAME: jobId.slice(0, jobId.lastIndexOf('-')),
      JOB_VERSION: '1',
      JOB_USER: 'test',
      STAGE_NUM: String(place.stage),
      TOTAL_STAGES: String(stages.length),
      WORKER_INDEX: String(place.workerIndex),
      WORKER_NUMBER: String(place.workerNumber),
      JOB_PARAMETERS: JSON.stringify(parameters),
      SCHEDULING_INFO: JSON.stringify({ stages: Object.fromEntries(sizes) }),
      SINK_PORT: String(place.port),
      BIND_ADDRESS: '127.0.0.1',
      MASTER_URL: url,
      STATUS_URL: `${url}/api/v1/jobs/actions/postJobStatus`,
      DISCOVERY_URL: `${url}/api/v1/jobDiscoveryStream/${jobId}`,
      HEARTBEAT_INTERVAL_SECS: '1',
    };
  }

  /** Returns a status that a worker posted, by state; heartbeats have the state `Noop`. */
  posted(workerNumber: number, state: string): PostedStatus | undefined {
    return this.statuses.findLast((status) => status.workerNumber === workerNumber && status.state === state);
  }

  /** Returns the states that a worker posted, without its heartbeats. */
  states(workerNumber: number): string[] {
    return this.statuses
      .filter((status) => status.workerNumber === workerNumber && status.state !== 'Noop')
      .map(({ state }) => state);
  }

  /** Removes the worker from discovery. */
  remove(workerNumber: number): void {
    this.started.delete(workerNumber);
    this.publish();
  }

  /** Sends a raw message to every open discovery stream. */
  send(message: unknown): void {
    for (const stream of this.streams) stream.write(`data: ${JSON.stringify(message)}\n\n`);
  }

  async close(): Promise<void> {
    if (this.server.listening) await this.down();
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    if (this.trouble !== undefined) response.writeHead(this.trouble).end();
    else if (request.method === 'POST') this.takeStatus(request, response);
    else if (request.url === `/api/v1/jobs/${this.job.jobId}`) response.end(JSON.stringify(this.jobRecord()));
    else this.stream(response);
  }

  private takeStatus(request: IncomingMessage, response: ServerResponse): void {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const { status } = JSON.parse(text) as { status: PostedStatus };
      this.statuses.push(status);
      if (status.state === 'Started') this.started.add(status.workerNumber);
      if (status.state === 'Completed' || status.state === 'Failed') this.started.delete(status.workerNumber);
      response.writeHead(204).end();
      if (status.state !== 'Noop') this.publish();
    });
  }

  private stream(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify(this.schedulingInfo())}\n\n`);
    response.write('data: {"jobId":"HB_JobId","workerAssignments":null}\n\n');
    this.streams.add(response);
    response.once('close', () => this.streams.delete(response));
  }

  private jobRecord() {
    const workerMetadataList = [...this.places.values()].map(({ stage, workerIndex, workerNumber }) => {
      const state = this.states(workerNumber).at(-1) ?? 'Launched';
      return { jobId: this.job.jobId, stageNum: stage, workerIndex, workerNumber, state };
    });
    return { jobMetadata: { jobId: this.job.jobId }, workerMetadataList };
  }

  private publish(): void {
    this.send(this.schedulingInfo());
  }

  private schedulingInfo() {
    const assignments = this.job.stages.map((numWorkers, index) => {
      const hosts = [...this.places.values()]
        .filter(({ stage, workerNumber }) => stage === index + 1 && this.started.has(workerNumber))
        .map(({ workerIndex, workerNumber, port }) => {
          const host = { state: 'Started', workerNumber, workerIndex, host: '127.0.0.1', port: [port] };
          return [workerNumber, host] as const;
        });
      return [
        index + 1,
        { stage: index + 1, numWorkers, activeWorkers: 0, hosts: Object.fromEntries(hosts) },
      ] as const;
    });
    return { jobId: this.job.jobId, workerAssignments: Object.fromEntries(assignments) };
  }
}
