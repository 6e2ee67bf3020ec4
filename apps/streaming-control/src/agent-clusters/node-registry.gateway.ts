import { Injectable } from '@nestjs/common';
import { LaunchRepository } from '@portolan/launches';
import { InternalClient } from '@portolan/service';
import { StreamingConfig } from '../config/streaming-config';
import { readRegistry, type RegisteredNode } from './desired-nodes';

/** Reads the nodes from job orchestration, which keeps their registry. */
@Injectable()
export class NodeRegistryGateway {
  constructor(
    private readonly client: InternalClient,
    private readonly launches: LaunchRepository,
    private readonly config: StreamingConfig,
  ) {}

  /** @throws InternalCallError when the registry is unreachable */
  async nodes(): Promise<RegisteredNode[]> {
    const { JOBS_URL: url } = this.config;
    if (url === undefined) return this.leased();
    // The client is loaded on first use: it is needed with scaling policies only.
    const { createJobsClient, listNodes } = await import('@portolan/client-jobs');
    const client = createJobsClient({ baseUrl: url, fetch: this.client.fetch() });
    const { data } = await listNodes({ client, throwOnError: true });
    return readRegistry(data);
  }

  /** Without a registry, only the nodes with workers of this service are known; none of them is idle. */
  private async leased(): Promise<RegisteredNode[]> {
    const since = Date.now() - this.config.LEASE_MS;
    return (await this.launches.leases())
      .filter(({ renewedAt }) => renewedAt >= since)
      .map(({ agentCluster }) => ({ agentCluster, state: 'ACTIVE', accepting: true, launches: 1 }));
  }
}
