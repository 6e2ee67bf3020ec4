import { Injectable } from '@nestjs/common';
import { Launches, type LaunchEntity } from '@portolan/launches';
import { InternalAddress, OwnTokens, Transactions, isAuthOn, type Transaction } from '@portolan/service';
import { StreamingConfig } from '../config/streaming-config';
import { JobRepository } from '../jobs/job.repository';
import { isActiveJob } from '../jobs/job-states';
import { WorkerRepository } from '../jobs/worker.repository';
import { WorkerState } from '../jobs/worker-states';
import { ClusterChoice } from '../placement/cluster-choice.service';
import { workerLaunch, type WorkerLaunchSettings } from './worker-launch';

/** Workers that one pass offers, and launches that it stops. */
const BATCH = 500;
/** Launches that are made in one go: a job may have 1,500 workers, and others want the event loop, too. */
const AT_ONCE = 20;
const STOP_CONCURRENCY = 20;

/** Offers workers whose time has come to the nodes, and stops the processes of those that are over. */
@Injectable()
export class WorkerLauncher {
  constructor(
    private readonly jobs: JobRepository,
    private readonly workers: WorkerRepository,
    private readonly launches: Launches,
    private readonly choice: ClusterChoice,
    private readonly transactions: Transactions,
    private readonly address: InternalAddress,
    private readonly tokens: OwnTokens,
    private readonly config: StreamingConfig,
  ) {}

  async launchDue(): Promise<void> {
    for (;;) {
      const due = await this.workers.due(Date.now(), BATCH);
      const byJob = new Map<string, number[]>();
      for (const { jobId, workerNumber } of due) {
        byJob.set(jobId, [...(byJob.get(jobId) ?? []), workerNumber]);
      }
      const asking = await this.choice.asking(due);
      for (const [jobId, numbers] of byJob) {
        const created = await this.transactions.run((transaction) =>
          this.create(jobId, numbers, asking, transaction),
        );
        await this.launches.send(created);
      }
      if (due.length < BATCH) return;
    }
  }

  async stopUnwanted(): Promise<void> {
    const ids = await this.workers.launchesToStop(BATCH);
    for (let from = 0; from < ids.length; from += STOP_CONCURRENCY) {
      const some = ids.slice(from, from + STOP_CONCURRENCY);
      await Promise.all(some.map((id) => this.launches.stop(id, this.config.WORKER_KILL_GRACE_MS)));
    }
  }

  /** Makes launches for workers that still wait, with their job locked: two controllers never make two. */
  private async create(
    jobId: string,
    numbers: readonly number[],
    asking: ReadonlySet<string>,
    transaction: Transaction,
  ): Promise<LaunchEntity[]> {
    const job = await this.jobs.lock(jobId, transaction);
    if (!job || !isActiveJob(job.state)) return [];
    const stages = await this.jobs.stagesOf(jobId, transaction);
    const choose = await this.choice.begin(asking, transaction);
    const wanted = new Set(numbers);
    const waiting = (await this.workers.currentOf(jobId, transaction)).filter(
      (worker) =>
        worker.state === WorkerState.Accepted && worker.launchId === null && wanted.has(worker.workerNumber),
    );
    const created: LaunchEntity[] = [];
    for (let from = 0; from < waiting.length; from += AT_ONCE) {
      const some = waiting.slice(from, from + AT_ONCE);
      for (const worker of some) {
        const stage = stages.find((one) => one.stageNum === worker.stageNum);
        worker.agentCluster = choose(stage, worker);
      }
      const offers = some.map((worker) => workerLaunch(job, stages, worker, this.settings()));
      const launches = await this.launches.createAll(offers, Date.now(), transaction);
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
