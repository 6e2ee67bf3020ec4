import { Injectable } from '@nestjs/common';
import { notFound } from '@portolan/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ClusterRepository } from '../clusters/cluster.repository';
import { StreamingConfig } from '../config/streaming-config';
import { jobIdOf } from '../jobs/job-id';
import { JobReader } from '../jobs/job-reader.service';
import { OpenStreams } from './open-streams.service';
import { SinkClient } from './sink-client';
import { EventOutlet, wantsMetaMessages, type SinkOutlet } from './sink-outlet';
import { SinkHub } from './sink-hub.service';
import { StreamTraffic } from './stream-traffic.service';
import { Watches } from './watches.service';

/** By which clients ask for a message now and then (reference: streams §7.4). */
const TUNNEL_PING_PARAMETER = 'MantisApiTunnelPingEnabled';

/** Streams of job output (streaming-control-v1, Events; reference: streams §7.4 to §7.6). */
@Injectable()
export class JobOutput {
  constructor(
    private readonly hub: SinkHub,
    private readonly watches: Watches,
    private readonly reader: JobReader,
    private readonly clusters: ClusterRepository,
    private readonly open: OpenStreams,
    private readonly traffic: StreamTraffic,
    private readonly config: StreamingConfig,
  ) {}

  /**
   * The merged output of a job until it ends, as server-sent events.
   *
   * @throws 404 for a job that is unknown or over, 400 when its workers refuse the parameters
   */
  async ofJob(jobId: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.checkJob(jobId);
    const query = queryOf(request.url);
    const outlet = new EventOutlet(reply, wantsMetaMessages(query));
    this.connectJob(jobId, query, outlet);
    return outlet.begun;
  }

  /** The output of a cluster's newest job, moving over to each newer one; never ends by itself. @throws 404, 400 as above */
  async ofCluster(name: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.checkCluster(name);
    const query = queryOf(request.url);
    const outlet = new EventOutlet(reply, wantsMetaMessages(query));
    this.connectCluster(name, query, outlet);
    return outlet.begun;
  }

  /** @throws 404 for a job that is unknown or over */
  async checkJob(jobId: string): Promise<void> {
    await this.reader.findActive(jobId);
  }

  /** @throws 404 */
  async checkCluster(name: string): Promise<void> {
    if (!(await this.clusters.find(name))) throw notFound(`No such Job cluster ${name}`);
  }

  /** Sends a job's output to a client until one of the two ends. @param query sink parameters */
  connectJob(jobId: string, query: string, outlet: SinkOutlet): void {
    const client = this.client(outlet, query);
    client.onClose(this.hub.join(jobId, query, { client, jobEnded: () => client.end() }));
  }

  /** Sends the output of a cluster's newest job to a client until it goes. @param query sink parameters */
  connectCluster(name: string, query: string, outlet: SinkOutlet): void {
    const client = this.client(outlet, query);
    let leave: (() => void) | undefined;
    const subscription = this.watches.submitted.sequence(name).subscribe((number) => {
      leave?.();
      if (number) {
        leave = this.hub.join(jobIdOf(name, number), query, { client, jobEnded: () => undefined });
      } else {
        leave = undefined;
        client.begin();
      }
    });
    client.onClose(() => {
      subscription.unsubscribe();
      leave?.();
    });
  }

  private client(outlet: SinkOutlet, query: string): SinkClient {
    const { STREAM_CLIENT_BUFFER_BYTES: maxBytes, STREAM_TUNNEL_PING_MS: pingMs } = this.config;
    const client = new SinkClient(outlet, this.open, maxBytes, this.traffic);
    if (new URLSearchParams(query).get(TUNNEL_PING_PARAMETER)?.toLowerCase() === 'true') {
      const timer = setInterval(() => client.ping(), pingMs);
      client.onClose(() => clearInterval(timer));
    }
    return client;
  }
}

/** The query as the client wrote it: all of it are parameters of the sinks. @param url of the request */
export const queryOf = (url: string): string => url.split('?').slice(1).join('?');
