import { Injectable } from '@nestjs/common';
import { notFound } from '@portolan/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ClusterRepository } from '../clusters/cluster.repository';
import { StreamingConfig } from '../config/streaming-config';
import { jobIdOf } from '../jobs/job-id';
import { JobReader } from '../jobs/job-reader.service';
import { OpenStreams } from './open-streams.service';
import { SinkClient } from './sink-client';
import { SinkHub } from './sink-hub.service';
import { Watches } from './watches.service';

/** Streams of job output (streaming-control-v1, Events; reference: streams §7.4 to §7.6). */
@Injectable()
export class JobOutput {
  constructor(
    private readonly hub: SinkHub,
    private readonly watches: Watches,
    private readonly reader: JobReader,
    private readonly clusters: ClusterRepository,
    private readonly open: OpenStreams,
    private readonly config: StreamingConfig,
  ) {}

  /** The merged output of a job until it ends. @throws 404 for a job that is unknown or over */
  async ofJob(jobId: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.reader.findActive(jobId);
    const client = this.connect(reply);
    const leave = this.hub.join(jobId, queryOf(request), { client, jobEnded: () => client.end() });
    client.onClose(leave);
  }

  /** The output of a cluster's newest job, moving over to each newer one; never ends by itself. @throws 404 */
  async ofCluster(name: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!(await this.clusters.find(name))) throw notFound(`No such Job cluster ${name}`);
    const client = this.connect(reply);
    let leave: (() => void) | undefined;
    const subscription = this.watches.submitted.sequence(name).subscribe((number) => {
      leave?.();
      leave = number
        ? this.hub.join(jobIdOf(name, number), queryOf(request), { client, jobEnded: () => undefined })
        : undefined;
    });
    client.onClose(() => {
      subscription.unsubscribe();
      leave?.();
    });
  }

  private connect(reply: FastifyReply): SinkClient {
    return new SinkClient(reply, this.open, this.config.STREAM_CLIENT_BUFFER_BYTES, this.hub.noteDropped);
  }
}

/** The query as the client wrote it: all of it are parameters of the sinks. */
const queryOf = (request: FastifyRequest): string => request.url.split('?').slice(1).join('?');
