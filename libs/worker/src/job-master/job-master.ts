import { errorText } from '../errors';
import { get, postJson } from '../http-json';
import { readJob, type JobView, type StageView } from './job-view';
import { ScalingReason, type UserMetric } from './scaling-policy';
import { afterScaling, INITIAL_STATE, judge, type ScalerState } from './stage-scaler';
import { stageValues, type StageValues, type WorkerInterval } from './stage-values';
import { WorkerSamples } from './worker-samples';

export interface JobMasterOptions {
  readonly jobId: string;
  /** Base address of the control API. */
  readonly masterUrl: URL;
  readonly userMetric: UserMetric | undefined;
  log(message: string): void;
}

/** A value that was measured, for the job master's own metrics. */
export interface MeasuredStage {
  readonly stage: number;
  readonly workers: number;
  readonly values: StageValues;
}

const TIMEOUT_MS = 10_000;
const USER = 'JobMaster';

/**
 * Scales the stages of one job by their policies: with each sample it reads the job's record, then the metrics of the
 * workers that matter, and asks the control API for another number of workers where a policy says so.
 */
export class JobMaster {
  private readonly samples = new WorkerSamples();
  private readonly states = new Map<number, ScalerState>();
  private readonly abort = new AbortController();
  private readonly complained = new Set<string>();
  private measured: readonly MeasuredStage[] = [];

  constructor(private readonly options: JobMasterOptions) {}

  /** What the last sample showed. */
  get stages(): readonly MeasuredStage[] {
    return this.measured;
  }

  /** Takes one sample and does what follows from it. Never rejects: a platform that is away is asked again. */
  async sample(): Promise<void> {
    try {
      const job = await this.job();
      if (job?.isLaunched) await this.look(job);
      this.complained.delete('platform');
    } catch (error) {
      if (!this.abort.signal.aborted)
        this.complain('platform', `could not look at the job: ${errorText(error)}`);
    }
  }

  close(): void {
    this.abort.abort();
  }

  private async look(job: JobView): Promise<void> {
    const stages = job.stages.filter(({ policy }) => policy !== undefined);
    const relevant = new Set(stages.flatMap(({ stage, policy }) => [stage, ...feedersOf(stage, policy)]));
    const workers = job.started.filter(({ stage }) => relevant.has(stage));
    const intervals = await this.samples.next(workers, this.abort.signal);
    const of = (stage: number): WorkerInterval[] =>
      workers
        .filter((worker) => worker.stage === stage)
        .map(({ workerNumber }) => intervals.get(workerNumber))
        .filter((interval) => interval !== undefined);
    const measured: MeasuredStage[] = [];
    for (const view of stages) {
      const { stage, machine } = view;
      const { userMetric } = this.options;
      const values = stageValues({ workers: of(stage), feeders: of(stage - 1), machine, userMetric });
      measured.push({ stage, workers: view.workers, values });
      await this.scale(view, values, job.started.filter((worker) => worker.stage === stage).length);
    }
    this.measured = measured;
  }

  private async scale(view: StageView, values: StageValues, started: number): Promise<void> {
    const { policy, stage, workers, scalable } = view;
    if (!policy) return;
    if (!scalable) return this.complain(`stage ${stage}`, `stage ${stage} has a policy but is not scalable`);
    const known = this.states.get(stage) ?? INITIAL_STATE;
    const { state, decision } = judge(policy, known, { values, workers, started, now: performance.now() });
    this.states.set(stage, state);
    if (!decision) return;
    const answer = await this.ask(stage, decision.workers, decision.reason);
    if (answer >= 300) {
      this.options.log(`scaling stage ${stage} to ${decision.workers} was refused with ${answer}`);
      return;
    }
    this.options.log(`stage ${stage}: ${workers} to ${decision.workers} workers, ${decision.reason}`);
    this.states.set(stage, afterScaling(state, performance.now()));
  }

  private ask(stage: number, workers: number, reason: string): Promise<number> {
    const body = {
      JobId: this.options.jobId,
      StageNumber: stage,
      NumWorkers: workers,
      User: USER,
      Reason: reason,
    };
    return postJson(this.address('/actions/scaleStage'), body, this.request);
  }

  /** @returns undefined when the platform has no such job any more: it will end this process, too */
  private async job(): Promise<JobView | undefined> {
    const { status, text } = await get(this.address(), this.request);
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`answered ${status}`);
    return readJob(text);
  }

  private get request() {
    return { timeoutMs: TIMEOUT_MS, signal: this.abort.signal };
  }

  private address(path = ''): URL {
    const { masterUrl, jobId } = this.options;
    const address = new URL(masterUrl);
    address.pathname = `${masterUrl.pathname.replace(/\/$/, '')}/api/v1/jobs/${encodeURIComponent(jobId)}${path}`;
    return address;
  }

  /** Says something once, until it is over. */
  private complain(about: string, message: string): void {
    if (!this.complained.has(about)) this.options.log(message);
    this.complained.add(about);
  }
}

/** The stage before is looked at for what it could not hand on. */
const feedersOf = (stage: number, policy: StageView['policy']): number[] =>
  policy?.strategies[ScalingReason.DataDrop] && stage > 1 ? [stage - 1] : [];
