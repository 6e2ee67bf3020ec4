import { errorText } from '../job/errors';
import { get, postJson } from '../platform/http';
import { ScalingReason, type JobRecord, type StageRecord, type UserMetric } from './job-record';
import { afterScaling, INITIAL_STATE, judge, type ScalerState } from './stage-scaler';
import { stageValues, type StageValues } from './stage-values';
import { WorkerSamples, type WorkerInterval } from './worker-samples';

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
 * Scales the stages of one job by their policies: each sample reads the job's record and the metrics of the relevant
 * workers, and requests another number of workers from the control API where a policy demands it.
 */
export class JobMaster {
  private readonly samples = new WorkerSamples();
  private readonly states = new Map<number, ScalerState>();
  private readonly abort = new AbortController();
  private readonly request = { timeoutMs: TIMEOUT_MS, signal: this.abort.signal };
  private readonly complained = new Set<string>();
  /** The values of the last sample. */
  stages: readonly MeasuredStage[] = [];

  constructor(private readonly options: JobMasterOptions) {}

  /** Takes one sample and scales accordingly. Never rejects: an unreachable platform is retried with the next one. */
  async sample(): Promise<void> {
    try {
      const job = await this.job();
      if (job?.jobMetadata.state === 'Launched') await this.look(job);
      this.complained.delete('platform');
    } catch (error) {
      if (!this.abort.signal.aborted)
        this.complain('platform', `could not read the job: ${errorText(error)}`);
    }
  }

  close(): void {
    this.abort.abort();
  }

  private async look({ stageMetadataList, workerMetadataList }: JobRecord): Promise<void> {
    const { userMetric } = this.options;
    const stages = stageMetadataList.filter(({ scalingPolicy }) => scalingPolicy?.enabled);
    const relevant = new Set(stages.flatMap((stage) => [stage.stageNum, ...feedersOf(stage)]));
    const started = workerMetadataList.filter(
      ({ state, slave, metricsPort }) => state === 'Started' && slave && metricsPort > 0,
    );
    const startedOf = (stage: number) => started.filter(({ stageNum }) => stageNum === stage);
    const scraped = started.filter(({ stageNum }) => relevant.has(stageNum));
    const intervals = await this.samples.next(scraped, this.abort.signal);
    const of = (stage: number): WorkerInterval[] =>
      startedOf(stage).flatMap(({ workerNumber }) => intervals.get(workerNumber) ?? []);
    const measured: MeasuredStage[] = [];
    for (const record of stages) {
      const { stageNum: stage, numWorkers: workers, machineDefinition: machine } = record;
      const values = stageValues({ workers: of(stage), feeders: of(stage - 1), machine, userMetric });
      measured.push({ stage, workers, values });
      await this.scale(record, values, startedOf(stage).length);
    }
    this.stages = measured;
  }

  private async scale(record: StageRecord, values: StageValues, started: number): Promise<void> {
    const { scalingPolicy: policy, stageNum: stage, numWorkers: workers, scalable } = record;
    if (!policy) return;
    if (!scalable) return this.complain(`stage ${stage}`, `stage ${stage} has a policy but is not scalable`);
    const known = this.states.get(stage) ?? INITIAL_STATE;
    const { state, decision } = judge(policy, known, { values, workers, started, now: performance.now() });
    this.states.set(stage, state);
    if (!decision) return;
    const body = {
      JobId: this.options.jobId,
      StageNumber: stage,
      NumWorkers: decision.workers,
      User: USER,
      Reason: decision.reason,
    };
    const answer = await postJson(this.address('/actions/scaleStage'), body, this.request);
    if (answer >= 300) {
      this.options.log(`scaling stage ${stage} to ${decision.workers} was refused with status ${answer}`);
      return;
    }
    this.options.log(`stage ${stage}: ${workers} to ${decision.workers} workers, ${decision.reason}`);
    this.states.set(stage, afterScaling(state, performance.now()));
  }

  /** @returns undefined when the job was removed: the platform will end this process, too */
  private async job(): Promise<JobRecord | undefined> {
    const { status, text } = await get(this.address(), this.request);
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`answered ${status}`);
    return JSON.parse(text) as JobRecord;
  }

  private address(path = ''): URL {
    const { masterUrl, jobId } = this.options;
    const address = new URL(masterUrl);
    address.pathname = `${masterUrl.pathname.replace(/\/$/, '')}/api/v1/jobs/${encodeURIComponent(jobId)}${path}`;
    return address;
  }

  /** Logs a problem once until it is resolved. */
  private complain(about: string, message: string): void {
    if (!this.complained.has(about)) this.options.log(message);
    this.complained.add(about);
  }
}

/** Returns the workers of the previous stage, whose dropped events were meant for this one. */
const feedersOf = ({ stageNum, scalingPolicy }: StageRecord): number[] =>
  scalingPolicy?.strategies[ScalingReason.DataDrop] && stageNum > 1 ? [stageNum - 1] : [];
