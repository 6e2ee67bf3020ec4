import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { EMPTY, type Observable } from 'rxjs';
import { errorText, ExitCode, PermanentError } from './errors';
import { EventServer, type NextStage } from './event-server';
import { Heartbeat } from './heartbeat';
import type { Job } from './job';
import { metricsText, processMetrics, serveMetrics, workerMetrics, type WorkerCounts } from './metrics';
import { OwnMetrics } from './own-metrics';
import {
  resolveParameters,
  runtimeNumber,
  type ParameterDefinitions,
  type ParameterValues,
} from './parameters';
import { sampleUsage } from './process-usage';
import { sinkPace } from './sink-pace';
import { StatusReporter } from './status-reporter';
import { Upstream } from './upstream';
import type { WorkerContext } from './context';
import type { WorkerEnvironment } from './worker-environment';
import { WorkerState, workerIdOf, type StatusReport } from './worker-status';

/** How long the last status post, and clients that read the last events, may take. */
const FINAL_POST_MS = 30_000;
const SINK_DRAIN_MS = 10_000;
/** Workers of the next stage may still have to be placed when a short source is done. */
const NEXT_STAGE_DRAIN_MS = 120_000;

/** What a stopping worker may take to bring to an end what it holds; a source holds nothing but its last events. */
const STAGE_STOP_MS = 300;
const SOURCE_STOP_MS = 20;

/** The events that may wait for one client (reference: streams §7.7, per-connection buffer), and their length. */
const BUFFER_CAPACITY = 25_000;
const BUFFER_LENGTH = 4 * 2 ** 20;

/** One worker of one stage: from `StartInitiated` to `Completed`, `Failed`, or being told to stop. */
export class Worker {
  readonly id: string;
  private readonly ended = new AbortController();
  private readonly reporter: StatusReporter;
  private readonly server: EventServer;
  private readonly isSink: boolean;
  private upstream: Upstream | undefined;
  private pipeline: Promise<void> | undefined;
  private inputDropped = 0;
  private bytesRead = 0;
  private readonly ownMetrics = new OwnMetrics();
  private readonly clean: (() => void)[] = [];
  private readonly stopped: Promise<'stopped'>;
  private readonly failed: Promise<never>;
  /** Tells the worker to stop: soon, and without a word to the controller, which knows. */
  stop!: () => void;
  /** Ends the worker as failed: for errors that no pipeline saw. */
  fail!: (error: unknown) => void;

  constructor(
    private readonly job: Job,
    private readonly env: WorkerEnvironment,
    private readonly log: (message: string) => void,
  ) {
    this.id = workerIdOf(env);
    this.stopped = new Promise((resolve) => {
      this.stop = () => resolve('stopped');
    });
    this.failed = new Promise((_resolve, reject) => {
      this.fail = reject;
    });
    this.isSink = env.stage === job.stageCount;
    this.reporter = new StatusReporter({ url: env.statusUrl, worker: { ...env, hostname: hostname() }, log });
    this.server = new EventServer({
      owner: { jobName: env.jobName, workerId: this.id },
      limits: {
        frames: runtimeNumber(env.parameters, 'svc.sse.bufferCapacity', BUFFER_CAPACITY),
        length: BUFFER_LENGTH,
      },
      nextStage: this.isSink ? undefined : this.nextStage(),
      pace: this.isSink ? sinkPace(env.parameters) : undefined,
    });
  }

  /** Runs to the end. Never rejects. @returns the code that the process should exit with */
  async run(): Promise<ExitCode> {
    try {
      const outcome = await Promise.race([this.work(), this.stopped, this.failed]);
      if (outcome === 'stopped') await this.finishPipeline();
      await this.shutDown();
      if (outcome === 'stopped') return ExitCode.Done;
      await this.lastPost(this.status(WorkerState.Completed, 'completed'));
      return ExitCode.Done;
    } catch (error) {
      this.log(errorText(error));
      await this.shutDown();
      await this.lastPost(this.failure(error));
      return error instanceof PermanentError ? ExitCode.Permanent : ExitCode.Failed;
    } finally {
      this.reporter.close();
    }
  }

  private nextStage(): NextStage {
    const { env, job } = this;
    const stage = env.stage + 1;
    const key = job.key(stage);
    let parameters: ParameterValues<ParameterDefinitions> | undefined;
    return {
      group: groupOf(env.jobId, stage),
      workers: this.stageWorkers(stage),
      key: key && ((event) => key(event, (parameters ??= resolveParameters(job.parameters, env.parameters)))),
    };
  }

  private async lastPost(report: StatusReport): Promise<void> {
    await Promise.race([this.reporter.finish(report, FINAL_POST_MS), this.stopped]);
  }

  private async work(): Promise<'completed'> {
    this.reporter.post(this.status(WorkerState.StartInitiated, 'is beginning'));
    const context = this.context();
    await this.server.listen(this.env.ports.sink, this.env.bindAddress);
    if (this.env.ports.metrics !== undefined) {
      this.atEnd(await serveMetrics(this.env.ports.metrics, this.env.bindAddress, () => this.metrics()));
    }
    const upstream = this.openUpstream();
    const done = this.subscribe(() => this.job.pipeline(this.env.stage, upstream?.events ?? EMPTY, context));
    this.pipeline = done;
    await Promise.race([upstream?.connected, done]);
    this.reporter.post(this.status(WorkerState.Started, 'running'));
    this.startHeartbeats();
    await done;
    await this.server.complete(this.isSink ? 0 : this.stageWorkers(this.env.stage + 1), this.drainMs());
    return 'completed';
  }

  private drainMs(): number {
    return this.isSink ? SINK_DRAIN_MS : NEXT_STAGE_DRAIN_MS;
  }

  /** Subscribes to the stage's output. Fulfilled when it completes. */
  private subscribe(pipeline: () => Observable<unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      const subscription = pipeline().subscribe({
        next: (event) => this.server.publish(event),
        error: reject,
        complete: resolve,
      });
      this.atEnd(() => subscription.unsubscribe());
    });
  }

  private openUpstream(): Upstream | undefined {
    const { stage, discoveryUrl, jobId } = this.env;
    if (stage === 1 || !discoveryUrl) return undefined;
    const upstream = new Upstream({
      jobId,
      stage: stage - 1,
      discoveryUrl,
      jobUrl: this.jobUrl(),
      group: groupOf(jobId, stage),
      workerId: this.id,
      workerIndex: this.env.workerIndex,
      expectedWorkers: this.env.schedulingInfo.stages.get(stage - 1)?.workers ?? 0,
      log: this.log,
    });
    this.upstream = upstream;
    this.atEnd(() => upstream.close());
    return upstream;
  }

  private jobUrl(): URL | undefined {
    const { masterUrl, jobId } = this.env;
    const url = `${masterUrl?.replace(/\/$/, '')}/api/v1/jobs/${encodeURIComponent(jobId)}`;
    return URL.canParse(url) ? new URL(url) : undefined;
  }

  private startHeartbeats(): void {
    const limits = this.env.schedulingInfo.stages.get(this.env.stage);
    const heartbeat = new Heartbeat(
      this.isSink,
      { cpuCores: limits?.cpuCores, memoryMB: limits?.memoryMB },
      () => this.counts(),
    );
    const timer = setInterval(() => this.reporter.postLatest(() => heartbeat.next()), this.env.heartbeatMs);
    this.atEnd(() => clearInterval(timer));
  }

  /** Has `clean` done when the worker ends, at once when it has ended while something was still starting. */
  private atEnd(clean: () => void): void {
    if (this.ended.signal.aborted) clean();
    else this.clean.push(clean);
  }

  /** Ends the input, so that windows which are open are emitted, and gives the pipeline a moment to complete. */
  private async finishPipeline(): Promise<void> {
    this.ended.abort();
    this.upstream?.finish();
    const limit = delay(this.env.stage === 1 ? SOURCE_STOP_MS : STAGE_STOP_MS, undefined, { ref: false });
    await Promise.race([this.pipeline?.catch(() => undefined), limit]);
  }

  private async shutDown(): Promise<void> {
    this.ended.abort();
    for (const clean of this.clean.splice(0)) clean();
    await this.server.close();
  }

  /** @throws PermanentError when the job cannot run as it was submitted */
  private context(): WorkerContext<ParameterDefinitions> {
    const { env, job } = this;
    const stages = [...env.schedulingInfo.stages.keys()].filter((stage) => stage > 0).length;
    if (env.stage > job.stageCount || (stages > 0 && stages !== job.stageCount)) {
      const submitted = Math.max(stages, env.stage);
      throw new PermanentError(
        `The artifact defines ${job.stageCount} stages, the job was submitted with ${submitted}.`,
      );
    }
    return {
      parameters: resolveParameters(job.parameters, env.parameters),
      jobId: env.jobId,
      jobName: env.jobName,
      jobVersion: env.jobVersion,
      user: env.user,
      stage: env.stage,
      totalStages: env.totalStages,
      workerIndex: env.workerIndex,
      workerNumber: env.workerNumber,
      workerId: this.id,
      stageWorkers: this.stageWorkers(env.stage),
      ports: env.ports,
      masterUrl: env.masterUrl,
      metrics: this.ownMetrics,
      countDropped: (count = 1) => (this.inputDropped += count),
      countRead: (bytes) => (this.bytesRead += bytes),
      signal: this.ended.signal,
      log: this.log,
    };
  }

  private stageWorkers(stage: number): number {
    return this.env.schedulingInfo.stages.get(stage)?.workers ?? 1;
  }

  private counts(): WorkerCounts {
    return {
      eventsIn: this.upstream?.eventCount ?? this.server.published,
      eventsOut: this.server.published,
      eventsDropped: this.server.dropped,
      inputDropped: this.inputDropped,
      eventsMalformed: this.upstream?.malformedCount ?? 0,
      clients: this.server.clientCount,
      upstreamConnections: this.upstream?.openConnections ?? 0,
      bytesRead: this.bytesRead + (this.upstream?.bytesRead ?? 0),
      bytesWritten: this.server.bytesWritten,
    };
  }

  private metrics(): string {
    const { jobId, stage, workerIndex, workerNumber } = this.env;
    const counts = this.counts();
    const usage = sampleUsage(counts.bytesRead + counts.bytesWritten);
    return metricsText([...processMetrics(usage), ...workerMetrics(counts), ...this.ownMetrics.all], {
      job: jobId,
      stage,
      index: workerIndex,
      worker: workerNumber,
    });
  }

  private status(state: WorkerState, text: string): StatusReport {
    return { type: 'INFO', state, message: `${this.id} ${text}` };
  }

  private failure(error: unknown): StatusReport {
    if (!(error instanceof PermanentError))
      return this.status(WorkerState.Failed, `failed. error: ${errorText(error)}`);
    const payloads = [{ type: 'PermanentFailure', data: 'true' }] as const;
    return { type: 'INFO', state: WorkerState.Failed, message: error.message, payloads };
  }
}

/** The group that all workers of a stage join at the stage before. */
const groupOf = (jobId: string, stage: number) => `${jobId}-stage-${stage}`;
