import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Condition } from '../search/filters';
import { RegistryRepository } from './registry.repository';
import type { ResourceKind } from './resource-kind';

/** Searches whose totals are kept. */
const MAX_KNOWN = 2000;

/** Exact totals of searches in the registry, counted once for each version of it. */
@Injectable()
export class RegistryTotals {
  private readonly known = new LRUCache<string, { version: number; total: number }>({ max: MAX_KNOWN });

  constructor(private readonly repository: RegistryRepository) {}

  async of(kind: ResourceKind, conditions: readonly Condition[]): Promise<number> {
    const key = JSON.stringify([kind.collection, conditions]);
    // Asked for first: what is counted may be newer than its version, then it is counted again.
    const version = await this.repository.version();
    const known = this.known.get(key);
    if (known?.version === version) return known.total;
    const total = await this.repository.count(kind, conditions);
    this.known.set(key, { version, total });
    return total;
  }
}
