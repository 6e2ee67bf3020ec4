import type { CollectionRow, RegistryName } from '../collections/collection-definition';

const registryRow = (
  registry: RegistryName,
  id: string,
  more: Pick<CollectionRow, 'created' | 'insignificant'>,
): CollectionRow => ({ name: `svc/${registry}`, source: { kind: 'registry', registry }, id, ...more });

/** The area `svc`: the registries of this project's other services (V2-CRAWL-6). */
export const REGISTRY_ROWS: readonly CollectionRow[] = [
  registryRow('applications', 'id', { created: 'created' }),
  registryRow('clusters', 'id', { created: 'created' }),
  registryRow('commands', 'id', { created: 'created' }),
  registryRow('nodes', 'id', {}),
  // Submitting a job does not change its cluster.
  registryRow('jobClusters', 'name', { insignificant: ['lastJobCount'] }),
];
