import { Injectable } from '@nestjs/common';
import { notFound } from '@portolan/service';
import type { FastifyReply } from 'fastify';
import { concat, filter, map, switchMap, NEVER } from 'rxjs';
import { ClusterRepository } from '../clusters/cluster.repository';
import { StreamingConfig } from '../config/streaming-config';
import { jobIdOf } from '../jobs/job-id';
import { JobReaderService } from '../jobs/job-reader.service';
import { OpenStreamsService } from '../streams/open-streams.service';
import { RowWatchesService } from '../streams/row-watches.service';
import { SchedulingFeedService } from './scheduling-feed.service';
import { SCHEDULING_HEARTBEAT } from './scheduling-message';
import { StateStream } from './state-stream';
import { StateTopics, type StateTopic } from './state-topic';

/** Opens streams of states. A stream that cannot be served is refused before it begins (V1-STREAM-13). */
@Injectable()
export class DiscoveryStreamsService {
  private readonly topics = new StateTopics();

  constructor(
    private readonly feed: SchedulingFeedService,
    private readonly watches: RowWatchesService,
    private readonly reader: JobReaderService,
    private readonly clusters: ClusterRepository,
    private readonly open: OpenStreamsService,
    private readonly config: StreamingConfig,
  ) {}

  /** Streams the workers of a job until it ends; with heartbeats the stream never ends. */
  async schedulingInfo(jobId: string, sendHeartbeats: boolean, reply: FastifyReply): Promise<void> {
    await this.reader.findActive(jobId);
    const topic = this.topics.of(`job ${jobId}`, () => this.feed.of(jobId).pipe(map(toText)));
    this.stream(reply, topic, sendHeartbeats && SCHEDULING_HEARTBEAT);
  }

  /** Streams the workers of the newest launched job of a cluster, and switches to newer jobs. */
  async discoveryInfo(cluster: string, sendHeartbeats: boolean, reply: FastifyReply): Promise<void> {
    await this.checkCluster(cluster);
    const topic = this.topics.of(`launched ${cluster}`, () =>
      this.watches.launched.sequence(cluster).pipe(
        filter(isJobNumber),
        switchMap((number) => concat(this.feed.of(jobIdOf(cluster, number)), NEVER)),
        map(toText),
      ),
    );
    this.stream(reply, topic, sendHeartbeats && SCHEDULING_HEARTBEAT);
  }

  /** Streams the id of the newest submitted job of a cluster; nothing before the first. */
  async lastSubmittedJobId(cluster: string, sendHeartbeats: boolean, reply: FastifyReply): Promise<void> {
    await this.checkCluster(cluster);
    const topic = this.topics.of(`submitted ${cluster}`, () =>
      this.watches.submitted.sequence(cluster).pipe(
        filter(isJobNumber),
        map((number) => toText({ name: cluster, jobId: jobIdOf(cluster, number) })),
      ),
    );
    this.stream(reply, topic, sendHeartbeats && SUBMITTED_HEARTBEAT);
  }

  /** @throws 404 for an unknown cluster; a cluster that a client already follows exists */
  private async checkCluster(name: string): Promise<void> {
    if (this.watches.submitted.knows(name) || (await this.clusters.find(name))) return;
    throw notFound(`No such Job cluster ${name}`);
  }

  private stream(reply: FastifyReply, topic: StateTopic, heartbeat: object | false): void {
    const { STREAM_FIRST_HEARTBEAT_MS: firstMs, STREAM_HEARTBEAT_MS: everyMs } = this.config;
    const heartbeats = heartbeat ? { text: toText(heartbeat), firstMs, everyMs } : undefined;
    new StateStream(reply, this.open, topic, heartbeats);
  }
}

const SUBMITTED_HEARTBEAT = { name: 'HB_JobId', jobId: null };

const toText = (value: object): string => JSON.stringify(value);

/** Undefined for an unknown cluster and for a cluster without a job. */
const isJobNumber = (number: number | undefined): number is number => number !== undefined && number > 0;
