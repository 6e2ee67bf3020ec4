import { hostname } from 'node:os';
import { Injectable } from '@nestjs/common';
import { LaunchCreationService, LaunchRepository, type LaunchEntity } from '@portolan/launches';
import { Signals } from '@portolan/messaging';
import { PeriodicTasks, ServiceLogger, Transactions, isOutage, type PeriodicTask } from '@portolan/service';
import { archiveAddress } from '../archive/archive-address';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { ArchiveStatus } from '../jobs/archive-status';
import { JobStatus } from '../jobs/job-status';
import { StatusMessage } from '../jobs/status-message';
import { JobRepository } from '../jobs/job.repository';
import { archiveName } from '../launch/job-files';
import { ATTEMPT_VARIABLE } from '../launch/job-launch';
import { EndWriterService } from '../transitions/end-writer.service';
import { WaitReason } from '../transitions/job-wait.entity';
import { JobWaitRepository, type JobWait } from '../transitions/job-wait.repository';
import { attemptOf } from './next-attempt';
import { ATTEMPT_SIGNAL, launchAgain } from './retries.service';

/** Interval between searches for due attempts, ms. A timer starts the attempts that become due within the interval. */
const POLL_MS = 1000;
/** Attempts started in one pass. */
const BATCH = 100;
/** Pause before an attempt that could not be started is tried again, ms. */
const FAILED_MS = 15_000;

/** Starts further attempts of jobs when they are due. */
@Injectable()
export class AttemptStartsService {
  private readonly task: PeriodicTask;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly waits: JobWaitRepository,
    private readonly jobs: JobRepository,
    private readonly launches: LaunchRepository,
    private readonly creation: LaunchCreationService,
    private readonly ends: EndWriterService,
    private readonly transactions: Transactions,
    private readonly config: JobOrchestrationConfig,
    private readonly logger: ServiceLogger,
    signals: Signals,
    periodic: PeriodicTasks,
  ) {
    this.task = periodic.every(POLL_MS, 'start further attempts of jobs', (signal) => this.pass(signal), {
      wakeOn: signals.on(ATTEMPT_SIGNAL),
    });
  }

  private async pass(signal: AbortSignal): Promise<void> {
    clearTimeout(this.timer);
    const dueNow = (): Promise<JobWait[]> => this.waits.due(WaitReason.RetryDelay, Date.now(), BATCH);
    for (let due = await dueNow(); due.length > 0 && !signal.aborted; due = await dueNow())
      for (const wait of due) if (!signal.aborted) await this.tryStart(wait);
    const [next] = await this.waits.due(WaitReason.RetryDelay, Date.now() + POLL_MS, 1);
    const inMs = Math.max(0, (next?.dueAt ?? Infinity) - Date.now());
    if (inMs < POLL_MS) this.timer = setTimeout(() => this.task.wake(), inMs + 1).unref();
  }

  /** A failed start of one attempt must not delay the others. */
  private async tryStart(wait: JobWait): Promise<void> {
    try {
      await this.start(wait);
    } catch (error) {
      if (isOutage(error)) throw error;
      this.logger.error({ err: error, jobId: wait.jobId }, 'an attempt of a job could not be started');
      await this.waits.setDue(wait.seq, Date.now() + FAILED_MS);
    }
  }

  private async start({ seq, jobId }: JobWait): Promise<void> {
    const last = await this.jobs.launchIdOf(jobId);
    const previous = last === null ? null : await this.launches.find(last);
    const launch = await this.transactions.run(async (transaction): Promise<LaunchEntity | undefined> => {
      const [locked] = await this.waits.lockAll([seq], transaction);
      const job = locked && (await this.jobs.lock(jobId, transaction));
      if (!job) return undefined;
      if (previous?.id !== job.launchId || previous === null)
        throw new Error(`job ${jobId} has another last attempt`);
      const now = Date.now();
      const attempt = attemptOf(previous.offer.environment) + 1;
      const archiveLocation = previous.offer.archive
        ? archiveAddress(archiveName(jobId, attempt), this.config)
        : null;
      const again = launchAgain(previous, { [ATTEMPT_VARIABLE]: String(attempt) }, archiveLocation);
      const [created] = await this.creation.createAll([again], now, transaction);
      const change = {
        statusMsg: StatusMessage.Accepted,
        launchId: created?.id ?? null,
        archiveStatus: archiveLocation === null ? ArchiveStatus.Disabled : ArchiveStatus.Pending,
        archiveLocation,
        hostName: hostname(),
        nodeId: null,
        processId: null,
        exitCode: null,
        stdOutSize: null,
        stdErrSize: null,
      };
      await this.jobs.move(job, JobStatus.Accepted, change, now, transaction);
      await this.waits.remove([seq], transaction);
      return created;
    });
    if (!launch) return;
    void this.creation.send([launch]);
    this.ends.signal(jobId);
  }
}
