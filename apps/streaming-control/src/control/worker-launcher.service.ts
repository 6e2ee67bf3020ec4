import { Injectable } from '@nestjs/common';
import { Launches, type LaunchEntity } from '@portolan/launches';
import { InternalAddress, Transactions, type Transaction } from '@portolan/service';
import { AgentClusters } from '../agents/agent-clusters.service';
import { StreamingConfig } from '../config/streaming-config';
import { JobRepository } from '../jobs/job.repository';
import { isActiveJob } from '../jobs/job-states';
import { WorkerRepository } from '../jobs/worker.repository';
import { WorkerState } from '../jobs/worker-states';
import { agentClusterFor } from '../placement/worker-migration.service';
import { workerLaunch } from './worker-launch';

/** Workers that one pass offers, and launches that it stops. */
const BATCH = 500;
const STOP_CONCURRENCY = 20;

/** Offers workers whose time has come to the nodes, and stops the processes of those that are over. */
@Injectable()
export class WorkerLauncher {
  constructor(
    private readonly jobs: JobRepository,
    private readonly workers: WorkerRepository,
    private readonly launches: Launches,
    private readonly agents: AgentClusters,
    private readonly transactions: Transactions,
    private readonly address: InternalAddress,
    private readonly config: StreamingConfig,
  ) {}

  async launchDue(): Promise<void> {
    for (;;) {
      const due = await this.workers.due(Date.now(), BATCH);
      const byJob = new Map<string, number[]>();
      for (const { jobId, workerNumber } of due) {
        byJob.set(jobId, [...(byJob.get(jobId) ?? []), workerNumber]);
      }
      for (const [jobId, numbers] of byJob) {
        const created = await this.transactions.run((transaction) =>
          this.create(jobId, numbers, transaction),
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
    transaction: Transaction,
  ): Promise<LaunchEntity[]> {
    const job = await this.jobs.lock(jobId, transaction);
    if (!job || !isActiveJob(job.state)) return [];
    const stages = await this.jobs.stagesOf(jobId, transaction);
    const active = await this.agents.active(transaction);
    const created: LaunchEntity[] = [];
    for (const worker of await this.workers.currentOf(jobId, transaction)) {
      const waits = worker.state === WorkerState.Accepted && worker.launchId === null;
      if (!waits || !numbers.includes(worker.workerNumber)) continue;
      const stage = stages.find((one) => one.stageNum === worker.stageNum);
      worker.agentCluster = agentClusterFor(stage, worker.agentCluster, active);
      const offer = workerLaunch(job, stages, worker, {
        controlUrl: this.address.url,
        heartbeatMs: this.config.WORKER_HEARTBEAT_MS,
        killGraceMs: this.config.WORKER_KILL_GRACE_MS,
      });
      const launch = await this.launches.create(offer, Date.now(), transaction);
      worker.launchId = launch.id;
      await this.workers.save(worker, transaction);
      created.push(launch);
    }
    return created;
  }
}
