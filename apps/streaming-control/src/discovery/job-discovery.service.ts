import { Injectable } from '@nestjs/common';
import { Field, notFound, schema } from '@portolan/service';
import { ClusterRepository } from '../clusters/cluster.repository';
import { StreamJobRepository } from '../jobs/job.repository';
import { JobListReadModel } from '../search/job-list.read-model';
import { StreamMapService } from '../stream-map/stream-map.service';
import { JobSchedulingInfo, schedulingMessage } from './scheduling-message';

/** The workers of each stream's job (V1-CLUSTER-24). */
export class StreamDiscovery {
  @Field(schema.text('Of the map.')) version!: string;
  @Field(schema.millis('ms since the epoch; 0 before the first change of the map.')) timestamp!: number;
  @Field(schema.map(schema.map(schema.ref(JobSchedulingInfo), 'By stream.'), 'By application.'))
  mappings!: Record<string, Record<string, JobSchedulingInfo>>;
}

/** Returns the current addresses of the workers of clusters' jobs; streams follow later changes. */
@Injectable()
export class JobDiscoveryService {
  constructor(
    private readonly clusters: ClusterRepository,
    private readonly jobs: StreamJobRepository,
    private readonly readModel: JobListReadModel,
    private readonly map: StreamMapService,
  ) {}

  /** Returns the workers of a cluster's newest Launched job. @throws 404 for an unknown cluster or without such a job */
  async latestOf(cluster: string): Promise<JobSchedulingInfo> {
    const info = (await this.latestOfEach([cluster])).get(cluster);
    if (info) return info;
    if (!(await this.clusters.find(cluster))) throw notFound(`No such Job cluster ${cluster}`);
    throw notFound(`Job cluster ${cluster} has no launched job`);
  }

  /**
   * Returns the workers of every stream of the map; a stream whose job cluster has no Launched job is left out.
   * @param applications only these; all when empty
   */
  async ofStreams(applications: readonly string[] = []): Promise<StreamDiscovery> {
    const { version, timestamp, mappings } = await this.map.read(applications);
    const clusters = new Set(Object.values(mappings).flatMap((streams) => Object.values(streams)));
    const infoOf = await this.latestOfEach([...clusters]);
    const discovered = Object.entries(mappings).map(([application, streams]) => {
      const known = Object.entries(streams).flatMap(([stream, cluster]) => {
        const info = infoOf.get(cluster);
        return info ? [[stream, info] as const] : [];
      });
      return [application, Object.fromEntries(known)] as const;
    });
    return { version, timestamp, mappings: Object.fromEntries(discovered) };
  }

  /** Returns the workers by cluster; a cluster without a Launched job is left out. */
  private async latestOfEach(clusters: readonly string[]): Promise<Map<string, JobSchedulingInfo>> {
    const found = new Map<string, JobSchedulingInfo>();
    const running = await this.jobs.newestRunning(clusters);
    for await (const { job, stages, workers } of this.readModel.jobs(running))
      found.set(job.cluster, schedulingMessage(job, stages, workers));
    return found;
  }
}
