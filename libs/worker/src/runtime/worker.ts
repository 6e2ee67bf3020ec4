import { setTimeout as delay } from 'node:timers/promises';
import { EMPTY, type Observable } from 'rxjs';
import { errorText, ExitCode, PermanentError } from '../job/errors';
import type { Job, WorkerContext } from '../job/job';
import { OwnMetrics } from '../job/own-metrics';
import { resolveParameters, runtimeNumber, type ParameterValues } from '../job/parameters';
import {
  metricsText,
  processMetrics,
  serveMetrics,
  workerMetrics,
  type WorkerCounts,
} from '../platform/metrics';
import { sampleUsage } from '../platform/resource-usage';
import { StatusReporter, WorkerState, type StatusReport } from '../platform/status-reporter';
import { workerIdOf, type WorkerEnvironment } from '../platform/worker-environment';
import { EventServer, type NextStage } from '../transport/event-server';
import { sinkPace } from '../transport/sink-pace';
import { stageGroup, Upstream } from '../transport/upstream';

/** Time limits of the last status post, and of clients that read the last events. */
const FINAL_POST_MS = 30_000;
const SINK_DRAIN_MS = 10_000;
/** Limit for which a finished source waits for workers of the next stage that are not placed yet. */
const NEXT_STAGE_DRAIN_MS = 120_000;

/** Time for a stopping worker to finish its open windows; a source holds its last events only. */
const STAGE_STOP_MS = 300;
const SOURCE_STOP_MS = 20;

/** Limits of the queue of one client: events, and characters (docs/writing-a-job.md#what-is-promised-about-events). */
const BUFFER_CAPACITY = 25_000;
const BUFFER_LENGTH = 4 * 2 ** 20;

/** The life of one worker: from `StartInitiated` to `Completed`, `Failed`, or a stop. */
export class Worker {
  /** Stops the worker without a status post: the controller requested the stop. */
  stop!: () => void;
  private readonly stopped = new Promise<'stopped'>((resolve) => (this.stop = () => resolve('stopped')));
  /** Ends the worker as failed, for errors outside of the pipeline. */
  fail!: (error: unknown) => void;
  private readonly failed = new Promise<never>((_resolve, reject) => (this.fail = reject));
  private readonly ended = new AbortController();
  private readonly isSink = this.env.stage === this.job.stageCount;
  private readonly reporter = new StatusReporter(this.env, this.log);
  private readonly server = new EventServer({
    owner: { jobName: this.env.jobName, workerId: workerIdOf(this.env) },
    limits: {
      frames: runtimeNumber(this.env.parameters, 'svc.sse.bufferCapacity', BUFFER_CAPACITY),
      length: BUFFER_LENGTH,
    },
    nextStage: this.isSink ? undefined : this.nextStage(),
    pace: this.isSink ? sinkPace(this.env.parameters) : undefined,
  });
  private upstream: Upstream | undefined;
  private pipeline: Promise<void> | undefined;
  private inputDropped = 0;
  private bytesRead = 0;
  private readonly ownMetrics = new OwnMetrics();
  private readonly clean: (() => void)[] = [];

  constructor(
    private readonly job: Job,
    private readonly env: WorkerEnvironment,
    private readonly log: (message: string) => void,
  ) {}

  /** Runs to the end. Never rejects. @returns the code that the process should exit with */
  async run(): Promise<ExitCode> {
    try {
      const outcome = await Promise.race([this.work(), this.stopped, this.failed]);
      if (outcome === 'stopped') await this.finishPipeline();
      await this.shutDown();
      if (outcome !== 'stopped') await this.lastPost(this.reporter.info(WorkerState.Completed, 'completed'));
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
    let parameters: ParameterValues | undefined;
    return {
      group: stageGroup(env, stage),
      workers: this.stageWorkers(stage),
      key: key && ((event) => key(event, (parameters ??= resolveParameters(job.parameters, env.parameters)))),
    };
  }

  private async lastPost(report: StatusReport): Promise<void> {
    await Promise.race([this.reporter.finish(report, FINAL_POST_MS), this.stopped]);
  }

  private async work(): Promise<'completed'> {
    const { env, reporter, server, isSink } = this;
    reporter.post(reporter.info(WorkerState.StartInitiated, 'is beginning'));
    const context = this.context();
    await server.listen(env.ports.sink, env.bindAddress);
    this.atEnd(await serveMetrics(env, () => this.metrics()));
    const upstream = this.openUpstream();
    this.pipeline = this.subscribe(() => this.job.pipeline(env.stage, upstream?.events ?? EMPTY, context));
    await Promise.race([upstream?.connected, this.pipeline]);
    reporter.post(reporter.info(WorkerState.Started, 'running'));
    this.atEnd(reporter.beat(isSink, () => this.counts()));
    await this.pipeline;
    if (isSink) await server.complete(0, SINK_DRAIN_MS);
    else await server.complete(this.stageWorkers(env.stage + 1), NEXT_STAGE_DRAIN_MS);
    return 'completed';
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
    const { stage, discoveryUrl } = this.env;
    if (stage === 1 || !discoveryUrl) return undefined;
    const upstream = new Upstream(this.env, discoveryUrl, this.log);
    this.upstream = upstream;
    this.atEnd(() => upstream.close());
    return upstream;
  }

  /** Runs `clean` when the worker ends, or at once when it has already ended. */
  private atEnd(clean: () => void): void {
    if (this.ended.signal.aborted) clean();
    else this.clean.push(clean);
  }

  /** Ends the input, so that open windows are emitted, and gives the pipeline a moment to complete. */
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

  /** Builds the context of the pipeline. @throws PermanentError when the job cannot run as submitted */
  private context(): WorkerContext {
    const { env, job } = this;
    const stages = [...env.schedulingInfo.stages.keys()].filter((stage) => stage > 0).length;
    if (env.stage > job.stageCount || (stages > 0 && stages !== job.stageCount)) {
      const submitted = Math.max(stages, env.stage);
      const defined = `The artifact defines ${job.stageCount} stages`;
      throw new PermanentError(`${defined}, the job was submitted with ${submitted}.`);
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
      workerId: workerIdOf(env),
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
    const { server, upstream } = this;
    return {
      eventsIn: upstream?.counts.events ?? server.published,
      eventsOut: server.published,
      eventsDropped: server.dropped,
      inputDropped: this.inputDropped,
      eventsMalformed: upstream?.counts.malformed ?? 0,
      clients: server.clientCount,
      upstreamConnections: upstream?.openConnections ?? 0,
      bytesRead: this.bytesRead + (upstream?.counts.bytes ?? 0),
      bytesWritten: server.bytesWritten,
    };
  }

  private metrics(): string {
    const { jobId, stage, workerIndex, workerNumber } = this.env;
    const counts = this.counts();
    const usage = sampleUsage(counts.bytesRead + counts.bytesWritten);
    const labels = { job: jobId, stage, index: workerIndex, worker: workerNumber };
    return metricsText([...processMetrics(usage), ...workerMetrics(counts), ...this.ownMetrics.all], labels);
  }

  private failure(error: unknown): StatusReport {
    if (!(error instanceof PermanentError))
      return this.reporter.info(WorkerState.Failed, `failed. error: ${errorText(error)}`);
    const payloads = [{ type: 'PermanentFailure', data: 'true' }] as const;
    return { type: 'INFO', state: WorkerState.Failed, message: error.message, payloads };
  }
}
