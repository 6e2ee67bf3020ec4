import { Injectable } from '@nestjs/common';
import { notFound } from '@portolan/service';
import { ClusterRepository } from '../clusters/cluster.repository';
import { StreamJobRepository } from '../jobs/job.repository';
import { JobListReadModel } from '../job-lists/job-list.read-model';
import { StreamMapService } from '../stream-map/stream-map.service';
import { schedulingMessage, type JobSchedulingInfo } from './scheduling-message';
import { mappedClusters, streamDiscovery, type StreamDiscovery } from './stream-discovery';

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

  /** @param applications only these; all when empty */
  async ofStreams(applications: readonly string[] = []): Promise<StreamDiscovery> {
    const map = await this.map.read(applications);
    return streamDiscovery(map, await this.latestOfEach(mappedClusters(map)));
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
