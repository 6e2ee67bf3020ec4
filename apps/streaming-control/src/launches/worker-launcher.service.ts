import { Injectable } from '@nestjs/common';
import { LaunchCreationService, LaunchesService, type LaunchEntity } from '@portolan/launches';
import {
  InternalAddress,
  OwnTokens,
  RecentFailures,
  ServiceLogger,
  Transactions,
  isAuthOn,
  isolateFailure,
  type Transaction,
} from '@portolan/service';
import { StreamingConfig } from '../config/streaming-config';
import { isActiveJob } from '../jobs/job-states';
import { StreamJobRepository } from '../jobs/job.repository';
import { WorkerState } from '../jobs/worker-states';
import { WorkerRepository } from '../jobs/worker.repository';
import { ClusterChoiceService } from '../placement/cluster-choice.service';
import { stageOf } from '../scheduling/stage-response';
import { workerLaunch, type WorkerLaunchSettings } from './worker-launch';

/** Workers that one query finds due, and launches that it finds to stop. */
const BATCH = 500;
/** Launches that are built at a time: 1,500 workers of a job must not block the event loop. */
const AT_ONCE = 20;
const STOP_CONCURRENCY = 20;

/** Offers due workers to nodes, and stops the processes of ended ones. */
@Injectable()
export class WorkerLauncherService {
  /** Ids of jobs whose workers could not be launched. */
  private readonly failures = new RecentFailures();

  constructor(
    private readonly jobs: StreamJobRepository,
    private readonly workers: WorkerRepository,
    private readonly creation: LaunchCreationService,
    private readonly launches: LaunchesService,
    private readonly choice: ClusterChoiceService,
    private readonly transactions: Transactions,
    private readonly address: InternalAddress,
    private readonly tokens: OwnTokens,
    private readonly config: StreamingConfig,
    private readonly logger: ServiceLogger,
  ) {}

  async launchDue(): Promise<void> {
    for (;;) {
      const due = await this.workers.due(Date.now(), BATCH, this.failures.ids);
      const asking = await this.choice.clustersRequestingWork(due);
      for (const jobId of new Set(due.map((one) => one.jobId))) {
        const numbers = new Set(due.filter((one) => one.jobId === jobId).map((one) => one.workerNumber));
        const launch = async (): Promise<void> => {
          const created = await this.transactions.run((transaction) =>
            this.create(jobId, numbers, asking, transaction),
          );
          await this.creation.send(created);
        };
        await isolateFailure(launch, (error) => {
          this.failures.add(jobId);
          this.logger.error({ err: error, jobId }, 'workers of a job could not be launched');
        });
      }
      if (due.length < BATCH) return;
    }
  }

  async stopUnwanted(): Promise<void> {
    const ids = await this.workers.launchesToStop(BATCH);
    for (let from = 0; from < ids.length; from += STOP_CONCURRENCY) {
      const some = ids.slice(from, from + STOP_CONCURRENCY);
      await Promise.all(some.map((id) => this.stop(id)));
    }
  }

  private stop(id: string): Promise<unknown> {
    return isolateFailure(
      () => this.launches.stop(id, this.config.WORKER_KILL_GRACE_MS),
      (error) =>
        this.logger.error({ err: error, launchId: id }, 'the process of a worker could not be stopped'),
    );
  }

  /** Creates the launches of waiting workers with their job locked, so that two controllers never create two. */
  private async create(
    jobId: string,
    numbers: ReadonlySet<number>,
    asking: ReadonlySet<string>,
    transaction: Transaction,
  ): Promise<LaunchEntity[]> {
    const job = await this.jobs.lock(jobId, transaction);
    if (!job || !isActiveJob(job.state)) return [];
    const stages = await this.jobs.stagesOf(jobId, transaction);
    const choose = await this.choice.begin(asking, transaction);
    const waiting = (await this.workers.currentOf(jobId, transaction)).filter(
      ({ state, launchId, workerNumber }) =>
        state === WorkerState.Accepted && launchId === null && numbers.has(workerNumber),
    );
    const created: LaunchEntity[] = [];
    for (let from = 0; from < waiting.length; from += AT_ONCE) {
      const some = waiting.slice(from, from + AT_ONCE);
      for (const worker of some) worker.agentCluster = choose(stageOf(stages, worker), worker);
      const offers = some.map((worker) => workerLaunch(job, stages, worker, this.settings()));
      const launches = await this.creation.createAll(offers, Date.now(), transaction);
      launches.forEach(({ id }, index) => Object.assign(some[index] ?? {}, { launchId: id }));
      await this.workers.saveLaunches(jobId, some, transaction);
      created.push(...launches);
    }
    return created;
  }

  private settings(): WorkerLaunchSettings {
    return {
      controlUrl: this.address.url,
      heartbeatMs: this.config.WORKER_HEARTBEAT_MS,
      killGraceMs: this.config.WORKER_KILL_GRACE_MS,
      ...(isAuthOn(this.config) ? { tokenOf: (launch) => this.tokens.forLaunch(launch) } : {}),
    };
  }
}
