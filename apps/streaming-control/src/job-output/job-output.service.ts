import { Injectable } from '@nestjs/common';
import { notFound } from '@portolan/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ClusterRepository } from '../clusters/cluster.repository';
import { StreamingConfig } from '../config/streaming-config';
import { jobIdOf } from '../jobs/job-id';
import { JobReaderService } from '../jobs/job-reader.service';
import { OpenStreamsService } from '../streams/open-streams.service';
import { StreamTrafficService } from '../streams/stream-traffic.service';
import { RowWatchesService } from '../streams/row-watches.service';
import { SinkClient } from './sink-client';
import { SinkHubService } from './sink-hub.service';
import { EventOutlet, type SinkOutlet } from './sink-outlet';
import { wantsTunnelPings } from './sink-switches';

/** Streams job output (V1-STREAM-6 to V1-STREAM-8). */
@Injectable()
export class JobOutputService {
  constructor(
    private readonly hub: SinkHubService,
    private readonly watches: RowWatchesService,
    private readonly reader: JobReaderService,
    private readonly clusters: ClusterRepository,
    private readonly open: OpenStreamsService,
    private readonly traffic: StreamTrafficService,
    private readonly config: StreamingConfig,
  ) {}

  /**
   * Streams the merged output of a job until it ends, as server-sent events.
   * @throws 404 for an unknown or finished job, 400 when its workers refuse the parameters
   */
  async ofJob(jobId: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const query = queryOf(request.url);
    const { begun } = await this.followJob(jobId, query, () => new EventOutlet(reply, query));
    return begun;
  }

  /** Streams the output of a cluster's newest job and switches to newer jobs; never ends by itself. @throws 404, 400 as above */
  async ofCluster(name: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const query = queryOf(request.url);
    const { begun } = await this.followCluster(name, query, () => new EventOutlet(reply, query));
    return begun;
  }

  /** Sends a job's output to a client until one of the two ends. @param query sink parameters @throws 404 */
  async followJob<T extends SinkOutlet>(jobId: string, query: string, open: () => T): Promise<T> {
    await this.reader.findActive(jobId);
    const outlet = open();
    const client = this.client(outlet, query);
    client.onClose(this.hub.join(jobId, query, { client, jobEnded: () => client.end() }));
    return outlet;
  }

  /** Sends the output of a cluster's newest job to a client until it disconnects. @param query sink parameters @throws 404 */
  async followCluster<T extends SinkOutlet>(name: string, query: string, open: () => T): Promise<T> {
    if (!(await this.clusters.find(name))) throw notFound(`No such Job cluster ${name}`);
    const outlet = open();
    const client = this.client(outlet, query);
    let leave: (() => void) | undefined;
    const subscription = this.watches.submitted.sequence(name).subscribe((number) => {
      leave?.();
      leave = number
        ? this.hub.join(jobIdOf(name, number), query, { client, jobEnded: () => undefined })
        : undefined;
      if (!leave) client.begin();
    });
    client.onClose(() => {
      subscription.unsubscribe();
      leave?.();
    });
    return outlet;
  }

  private client(outlet: SinkOutlet, query: string): SinkClient {
    const { STREAM_CLIENT_BUFFER_BYTES: maxBytes, STREAM_TUNNEL_PING_MS: pingMs } = this.config;
    const client = new SinkClient(outlet, this.open, maxBytes, this.traffic);
    if (wantsTunnelPings(query)) {
      const timer = setInterval(() => client.ping(), pingMs);
      client.onClose(() => clearInterval(timer));
    }
    return client;
  }
}

/** Returns the query as the client wrote it; every parameter goes to the sinks. @param url of the request */
export const queryOf = (url: string): string => url.split('?').slice(1).join('?');
