import { Injectable } from '@nestjs/common';
import { Batches } from '@portolan/service';
import { RegistryRepository } from './registry.repository';
import { snapshotOf, type RegistrySnapshot } from './registry-snapshot';
import { APPLICATION, CLUSTER, COMMAND } from './resource-kind';

/**
 * The registry in memory, for selection. Each use asks the database for the registry's version (one row),
 * so a change by any replica is seen by the next submission.
 */
@Injectable()
export class RegistryCache {
  private held: { version: number; snapshot: RegistrySnapshot } | undefined;
  private loading: { version: number; snapshot: Promise<RegistrySnapshot> } | undefined;

  /** Who asks at the same time shares one question, which begins after each of them came. */
  private readonly versions = new Batches<undefined, number>({
    work: async (askers) => {
      const version = await this.repository.version();
      return askers.map(() => version);
    },
    limit: Infinity,
  });

  constructor(private readonly repository: RegistryRepository) {}

  async current(): Promise<RegistrySnapshot> {
    const version = await this.versions.add(undefined);
    if (this.held?.version === version) return this.held.snapshot;
    if (this.loading?.version !== version) this.loading = { version, snapshot: this.load(version) };
    return this.loading.snapshot;
  }

  /** The rows may be newer than `version`: then the next use loads again. */
  private async load(version: number): Promise<RegistrySnapshot> {
    try {
      const [applications, clusters, commands, links] = await Promise.all([
        this.repository.all(APPLICATION),
        this.repository.all(CLUSTER),
        this.repository.all(COMMAND),
        this.repository.allLinks(),
      ]);
      const snapshot = snapshotOf({ applications, clusters, commands, links });
      if (version >= (this.held?.version ?? 0)) this.held = { version, snapshot };
      return snapshot;
    } finally {
      if (this.loading?.version === version) this.loading = undefined;
    }
  }
}
