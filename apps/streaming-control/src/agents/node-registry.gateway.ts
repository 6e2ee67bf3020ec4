import { Injectable } from '@nestjs/common';
import { LaunchRepository } from '@portolan/launches';
import { InternalClient } from '@portolan/service';
import { StreamingConfig } from '../config/streaming-config';
import { readRegistry, type RegisteredNode } from './node-census';

/** The nodes there are: as job orchestration, which keeps the registry of nodes, tells. */
@Injectable()
export class NodeRegistry {
  constructor(
    private readonly client: InternalClient,
    private readonly launches: LaunchRepository,
    private readonly config: StreamingConfig,
  ) {}

  /** @throws InternalCallError when the registry can't be asked */
  async nodes(): Promise<RegisteredNode[]> {
    const { JOBS_URL: url } = this.config;
    if (url === undefined) return this.leased();
    // Loaded when it is first needed: without scaling policies nobody asks.
    const { createJobsClient, listNodes } = await import('@portolan/client-jobs');
    const client = createJobsClient({ baseUrl: url, fetch: this.client.fetch() });
    const { data } = await listNodes({ client, throwOnError: true });
    return readRegistry(data);
  }

  /** Without a registry only the nodes are known that have workers of this service: none of them is idle. */
  private async leased(): Promise<RegisteredNode[]> {
    const since = Date.now() - this.config.LEASE_MS;
    return (await this.launches.leases())
      .filter(({ renewedAt }) => renewedAt >= since)
      .map(({ agentCluster }) => ({ agentCluster, state: 'ACTIVE', accepting: true, launches: 1 }));
  }
}
