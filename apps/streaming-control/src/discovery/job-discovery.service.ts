import { Injectable } from '@nestjs/common';
import { notFound } from '@portolan/service';
import { ClusterRepository } from '../clusters/cluster.repository';
import { JobListReadModel } from '../jobs/job-list.read-model';
import { JobRepository } from '../jobs/job.repository';
import { StreamMap, type StreamJobClusterMap } from '../stream-map/stream-map.service';
import { schedulingMessage, type JobSchedulingInfo } from '../streams/scheduling-message';

/** Where the workers of each stream's job are: by application, then by stream (reference: streams §7.8). */
export interface StreamDiscovery extends Pick<StreamJobClusterMap, 'version' | 'timestamp'> {
  mappings: Record<string, Record<string, JobSchedulingInfo>>;
}

/** Tells once where the workers of clusters' jobs are; who wants to follow them takes the streams. */
@Injectable()
export class JobDiscovery {
  constructor(
    private readonly clusters: ClusterRepository,
    private readonly jobs: JobRepository,
    private readonly readModel: JobListReadModel,
    private readonly map: StreamMap,
  ) {}

  /** The workers of a cluster's newest Launched job. @throws 404 when there is no such cluster, or no such job */
  async latestOf(cluster: string): Promise<JobSchedulingInfo> {
    const info = (await this.latestOfEach([cluster])).get(cluster);
    if (info) return info;
    if (!(await this.clusters.find(cluster))) throw notFound(`No such Job cluster ${cluster}`);
    throw notFound(`Job cluster ${cluster} has no launched job`);
  }

  /**
   * The same for every stream of the map; a stream whose job cluster has no Launched job is left out.
   *
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

  /** By cluster; those without a Launched job are not there. */
  private async latestOfEach(clusters: readonly string[]): Promise<Map<string, JobSchedulingInfo>> {
    const found = new Map<string, JobSchedulingInfo>();
    for await (const { job, stages, workers } of this.readModel.jobs(
      await this.jobs.newestRunning(clusters),
    )) {
      found.set(job.cluster, schedulingMessage(job, stages, workers));
    }
    return found;
  }
}
