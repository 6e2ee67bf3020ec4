import { Injectable } from '@nestjs/common';
import { notFound } from '@portolan/service';
import type { FastifyReply } from 'fastify';
import { concat, filter, map, switchMap, NEVER } from 'rxjs';
import { ClusterRepository } from '../clusters/cluster.repository';
import { StreamingConfig } from '../config/streaming-config';
import { jobIdOf } from '../jobs/job-id';
import { JobReader } from '../jobs/job-reader.service';
import { OpenStreams } from './open-streams.service';
import { SCHEDULING_HEARTBEAT } from './scheduling-message';
import { SchedulingFeed } from './scheduling-feed.service';
import { StateStream, type HeartbeatOptions } from './state-stream';
import { Watches } from './watches.service';

/** Opens streams of states. What is wrong with a request is found out before the stream begins: 404, not an empty stream. */
@Injectable()
export class StateStreams {
  constructor(
    private readonly feed: SchedulingFeed,
    private readonly watches: Watches,
    private readonly reader: JobReader,
    private readonly clusters: ClusterRepository,
    private readonly open: OpenStreams,
    private readonly config: StreamingConfig,
  ) {}

  /** Where a job's workers are, until the job ends; with heartbeats for ever. */
  async schedulingInfo(jobId: string, sendHeartbeats: boolean, reply: FastifyReply): Promise<void> {
    await this.reader.findActive(jobId);
    const source = this.feed.of(jobId).pipe(map((info) => JSON.stringify(info)));
    new StateStream(reply, this.open, source, this.heartbeats(sendHeartbeats, SCHEDULING_HEARTBEAT));
  }

  /** The same of the newest launched job of a cluster; moves over to a newer one. */
  async discoveryInfo(cluster: string, sendHeartbeats: boolean, reply: FastifyReply): Promise<void> {
    await this.checkCluster(cluster);
    const source = this.watches.launched.sequence(cluster).pipe(
      filter((number) => number !== undefined && number > 0),
      switchMap((number) => concat(this.feed.of(jobIdOf(cluster, number ?? 0)), NEVER)),
      map((info) => JSON.stringify(info)),
    );
    new StateStream(reply, this.open, source, this.heartbeats(sendHeartbeats, SCHEDULING_HEARTBEAT));
  }

  /** The newest submitted job of a cluster; nothing before the first. */
  async lastSubmittedJobId(cluster: string, sendHeartbeats: boolean, reply: FastifyReply): Promise<void> {
    await this.checkCluster(cluster);
    const source = this.watches.submitted.sequence(cluster).pipe(
      filter((number) => number !== undefined && number > 0),
      map((number) => JSON.stringify({ name: cluster, jobId: jobIdOf(cluster, number ?? 0) })),
    );
    new StateStream(
      reply,
      this.open,
      source,
      this.heartbeats(sendHeartbeats, { name: 'HB_JobId', jobId: null }),
    );
  }

  private async checkCluster(name: string): Promise<void> {
    if (!(await this.clusters.find(name))) throw notFound(`No such Job cluster ${name}`);
  }

  private heartbeats(wanted: boolean, message: object): HeartbeatOptions | undefined {
    if (!wanted) return undefined;
    const { STREAM_FIRST_HEARTBEAT_MS: firstMs, STREAM_HEARTBEAT_MS: everyMs } = this.config;
    return { text: JSON.stringify(message), firstMs, everyMs, keepOpen: true };
  }
}
