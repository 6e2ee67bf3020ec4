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
import { StateTopics } from './state-topic';
import { Watches } from './watches.service';

/** Opens streams of states. What is wrong with a request is found out before the stream begins: 404, not an empty stream. */
@Injectable()
export class StateStreams {
  private readonly topics = new StateTopics();

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
    const topic = this.topics.of(`job ${jobId}`, () => this.feed.of(jobId).pipe(map(toText)));
    new StateStream(reply, this.open, topic, this.heartbeats(sendHeartbeats, SCHEDULING_HEARTBEAT));
  }

  /** The same of the newest launched job of a cluster; moves over to a newer one. */
  async discoveryInfo(cluster: string, sendHeartbeats: boolean, reply: FastifyReply): Promise<void> {
    await this.checkCluster(cluster);
    const topic = this.topics.of(`launched ${cluster}`, () =>
      this.watches.launched.sequence(cluster).pipe(
        filter(isJobNumber),
        switchMap((number) => concat(this.feed.of(jobIdOf(cluster, number)), NEVER)),
        map(toText),
      ),
    );
    new StateStream(reply, this.open, topic, this.heartbeats(sendHeartbeats, SCHEDULING_HEARTBEAT));
  }

  /** The newest submitted job of a cluster; nothing before the first. */
  async lastSubmittedJobId(cluster: string, sendHeartbeats: boolean, reply: FastifyReply): Promise<void> {
    await this.checkCluster(cluster);
    const topic = this.topics.of(`submitted ${cluster}`, () =>
      this.watches.submitted.sequence(cluster).pipe(
        filter(isJobNumber),
        map((number) => toText({ name: cluster, jobId: jobIdOf(cluster, number) })),
      ),
    );
    new StateStream(reply, this.open, topic, this.heartbeats(sendHeartbeats, SUBMITTED_HEARTBEAT));
  }

  /** @throws 404; a cluster that somebody follows already is there */
  private async checkCluster(name: string): Promise<void> {
    if (this.watches.submitted.knows(name) || (await this.clusters.find(name))) return;
    throw notFound(`No such Job cluster ${name}`);
  }

  private heartbeats(wanted: boolean, message: object): HeartbeatOptions | undefined {
    if (!wanted) return undefined;
    const { STREAM_FIRST_HEARTBEAT_MS: firstMs, STREAM_HEARTBEAT_MS: everyMs } = this.config;
    return { text: toText(message), firstMs, everyMs };
  }
}

const SUBMITTED_HEARTBEAT = { name: 'HB_JobId', jobId: null };

const toText = (value: object): string => JSON.stringify(value);

/** A cluster that is not there, or has no job yet, has no number. */
const isJobNumber = (number: number | undefined): number is number => number !== undefined && number > 0;
