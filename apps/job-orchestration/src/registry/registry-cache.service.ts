import { Injectable } from '@nestjs/common';
import { Batches, type Transaction } from '@portolan/service';
import { RegistryRepository } from './registry.repository';
import { snapshotOf, type RegistrySnapshot } from './registry-snapshot';
import { APPLICATION, CLUSTER, COMMAND } from './resource-kind';

/**
 * Caches the registry in memory, for selection. Each use reads the registry's version from the database (one row), so the next
 * submission sees a change by any replica.
 */
@Injectable()
export class RegistryCacheService {
  private held: { version: number; snapshot: RegistrySnapshot } | undefined;
  private loading: { version: number; snapshot: Promise<RegistrySnapshot> } | undefined;

  /** Concurrent callers share one query, which starts after all of them have called. */
  private readonly versions = new Batches<undefined, number>({
    work: async (askers) => {
      const version = await this.repository.version();
      return askers.map(() => version);
    },
    limit: Infinity,
  });

  constructor(private readonly repository: RegistryRepository) {}

  /**
   * @param on the caller's transaction, whose connection is used: a transaction that waits for a second connection could wait
   * for one like itself
   */
  async current(on?: Transaction): Promise<RegistrySnapshot> {
    const version = await (on ? this.repository.version(on) : this.versions.add(undefined));
    if (this.held?.version === version) return this.held.snapshot;
    if (on) return this.load(version, on);
    if (this.loading?.version !== version) this.loading = { version, snapshot: this.load(version) };
    return this.loading.snapshot;
  }

  /** The rows may be newer than `version`: the next use then loads them again. */
  private async load(version: number, on?: Transaction): Promise<RegistrySnapshot> {
    try {
      const snapshot = snapshotOf(
        ...(await Promise.all([
          this.repository.all(APPLICATION, on),
          this.repository.all(CLUSTER, on),
          this.repository.all(COMMAND, on),
          this.repository.allLinks(on),
        ])),
      );
      if (version >= (this.held?.version ?? 0)) this.held = { version, snapshot };
      return snapshot;
    } finally {
      if (this.loading?.version === version) this.loading = undefined;
    }
  }
}
