import { Injectable } from '@nestjs/common';
import { LaunchState, QueuePositionReadModel } from '@portolan/launches';
import { explainsStatus } from '../compatibility/genie';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { ArrayElementsService } from '../jobs/array-elements.service';
import { ArrayState } from '../jobs/job-array.entity';
import { JobArrayRepository } from '../jobs/job-array.repository';
import { JobStatus, isFinished } from '../jobs/job-status';
import type { JobEntity } from '../jobs/job.entity';
import { JobsService } from '../jobs/jobs.service';
import { NodeRepository, type LiveNode } from '../nodes/node.repository';
import { iso } from '../registry/iso-time';
import { explainWait, waitByStatus, type Wait } from './explain-wait';
import type { JobQueueResponse } from './job-queue.dto';
import { nodesForJob, type NodeCounts, type NodesForJob } from './node-room';
import { QueuedJobReadModel, type QueuedJob, type QueuedLaunch } from './queued-job.read-model';

/** Statuses of jobs that have not started. */
const WAITING: readonly JobStatus[] = [JobStatus.Accepted, JobStatus.Claimed, JobStatus.Init];

/** A wait and the figures that are shown with it. */
interface Waiting {
  wait: Wait;
  /** ms since the epoch; null once the job runs or has ended. */
  since: number | null;
  otherUsers: number;
  nodes: NodeCounts;
}

/** Explains why jobs wait, from the rows as they are now. */
@Injectable()
export class JobQueueService {
  constructor(
    private readonly queued: QueuedJobReadModel,
    private readonly places: QueuePositionReadModel,
    private readonly nodes: NodeRepository,
    private readonly jobs: JobsService,
    private readonly elements: ArrayElementsService,
    private readonly arrays: JobArrayRepository,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /** @throws ServiceError (notFound) */
  async of(id: string): Promise<JobQueueResponse> {
    const { wait, since, otherUsers, nodes } = await this.waiting(id);
    return {
      position: wait.on === 'node' ? wait.position : null,
      usersWaiting: otherUsers,
      waitingSince: iso(since),
      ...explainWait(wait),
      nodes,
    };
  }

  /** Returns a job with the message that explains its wait, for releases and clients that know such messages. */
  async explained(job: JobEntity): Promise<JobEntity> {
    const { API_RELEASE, COMPATIBILITY } = this.config;
    if (!WAITING.includes(job.status) || !explainsStatus(API_RELEASE, COMPATIBILITY)) return job;
    const [queued, live] = await this.read(job.id);
    // The job has changed since it was read: the message must not be of another state.
    if (queued && queued.status !== job.status) return job;
    const { reason, message } = explainWait((await this.waitOf(queued, job.id, live)).wait);
    return reason === null ? job : { ...job, statusMsg: message };
  }

  private async waiting(id: string): Promise<Waiting> {
    const [queued, live] = await this.read(id);
    return this.waitOf(queued, id, live);
  }

  /** Returns a job, undefined for an element without a row, and the live nodes: neither read waits for the other. */
  private read(id: string): Promise<[QueuedJob | undefined, LiveNode[]]> {
    return Promise.all([this.queued.find(id), this.nodes.roomsSince(Date.now() - this.config.NODE_LOST_MS)]);
  }

  private async waitOf(job: QueuedJob | undefined, id: string, live: readonly LiveNode[]): Promise<Waiting> {
    if (!job) return this.ofUnstarted(await this.jobs.get(id), live);
    if (job.arrayState === ArrayState.Open && job.status === JobStatus.Accepted)
      return this.ofArray(job, live);
    if (job.launch?.state === LaunchState.Offered) return this.forNode(job.launch, live);
    return { ...waitByStatus(job), ...(await this.surroundings(job.user, job.launch, id, live)) };
  }

  private async forNode(launch: QueuedLaunch, live: readonly LiveNode[]): Promise<Waiting> {
    const { position, otherUsers } = await this.places.of(launch);
    const { counts: nodes, obstacle } = nodesIn(live, launch.agentCluster, launch.memoryMb);
    return { wait: { on: 'node', position, obstacle }, since: launch.createdAt, otherUsers, nodes };
  }

  /** An array of which no element has started waits for what the first of them waits for. */
  private async ofArray(array: QueuedJob, live: readonly LiveNode[]): Promise<Waiting> {
    const [first] = await this.arrays.active(array.id, true, 1);
    if (first) return { ...(await this.waiting(first.id)), since: array.created };
    const wait: Wait = { on: 'node', position: 1, obstacle: null };
    const figures = await this.surroundings(array.user, null, array.id, live);
    return { wait, since: array.created, ...figures };
  }

  private async ofUnstarted(element: JobEntity, live: readonly LiveNode[]): Promise<Waiting> {
    const { id, user, status, statusMsg, created, arrayId } = element;
    const figures = await this.surroundings(user, null, id, live);
    if (isFinished(status) || arrayId === null)
      return { wait: { on: 'nothing', statusMsg }, since: null, ...figures };
    const array = await this.queued.find(arrayId);
    const wait: Wait =
      array?.arrayState === ArrayState.Waiting
        ? { on: 'dependencies', statusMsg: array.statusMsg }
        : { on: 'arrayLimit', arrayId };
    return { wait, since: created, ...figures };
  }

  private async surroundings(
    user: string,
    launch: QueuedLaunch | null,
    id: string,
    live: readonly LiveNode[],
  ): Promise<Pick<Waiting, 'otherUsers' | 'nodes'>> {
    const agentCluster = launch?.agentCluster ?? this.config.JOB_AGENT_CLUSTER;
    const [otherUsers, memoryMb] = await Promise.all([
      this.places.otherUsers(agentCluster, user),
      launch?.memoryMb ?? this.memoryOf(id),
    ]);
    return { otherUsers, nodes: nodesIn(live, agentCluster, memoryMb).counts };
  }

  /** Returns the memory that a job without a launch will reserve as far as its request says so. */
  private async memoryOf(id: string): Promise<number> {
    const asked = (await this.elements.find(id))?.request.runtime.resources.memoryMb;
    return asked ?? this.config.JOB_RESERVED_MEMORY_MB;
  }
}

function nodesIn(live: readonly LiveNode[], agentCluster: string, memoryMb: number): NodesForJob {
  const own = live.filter((node) => node.agentCluster === agentCluster);
  return nodesForJob(own, memoryMb);
}
