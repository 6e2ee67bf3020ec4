import { AWS_ROWS } from './aws-rows';
import { INSTANCE_DATES } from './aws-compute-rows';
import {
  defineCollection,
  type CollectionDefinition,
  type CollectionRow,
  type CollectionSource,
  type RegistryName,
} from './collection-definition';
import { instancesOf } from './instances-view';
import { globalAccounts, type ProviderAccount } from './provider-account';
import { documentsInRecording, type ProviderRow } from './provider-row';

const registrySource = (registry: RegistryName): CollectionSource => ({ kind: 'registry', registry });

/** Collections that are derived from what the provider's collections hold. */
const DERIVED_ROWS: readonly CollectionRow[] = [
  {
    name: 'group/autoScalingGroups',
    source: { kind: 'group', of: 'cloud/autoScalingGroups', members: 'view/instances' },
    id: 'name',
    created: 'start',
    dates: ['start', 'end', 'instances.launchTime', 'instances.start', 'instances.end'],
  },
  {
    name: 'view/instances',
    source: { kind: 'view', of: 'cloud/instances', documents: instancesOf },
    id: 'instanceId',
    created: 'launchTime',
    dates: INSTANCE_DATES,
    provider: true,
  },
];

/** The registries of this project's other services. */
const REGISTRY_ROWS: readonly CollectionRow[] = [
  {
    name: 'svc/applications',
    source: registrySource('applications'),
    id: 'id',
    created: 'created',
  },
  {
    name: 'svc/clusters',
    source: registrySource('clusters'),
    id: 'id',
    created: 'created',
  },
  {
    name: 'svc/commands',
    source: registrySource('commands'),
    id: 'id',
    created: 'created',
  },
  {
    name: 'svc/jobClusters',
    source: registrySource('jobClusters'),
    id: 'name',
    // Submitting a job is no change of its cluster.
    insignificant: ['lastJobCount'],
  },
];

/** What of a provider's row every collection has. */
function providerCollection(
  { service, list, details, document, global, owners, ...row }: ProviderRow,
  source: CollectionSource,
): CollectionRow {
  return { ...row, source, provider: true };
}

/** A recorded cloud: each collection replays the answers in a folder of its name. */
function recordedRows(): CollectionRow[] {
  const rows = AWS_ROWS.map((row) =>
    providerCollection(row, { kind: 'files', documents: documentsInRecording(row) }),
  );
  return [...rows, ...DERIVED_ROWS];
}

/** The collections of one account; with a name, all of them have it before their area. */
function accountRows(account: ProviderAccount, isGlobal: boolean): CollectionRow[] {
  const named = (name: string): string => (account.name === undefined ? name : `${account.name}.${name}`);
  const rows = AWS_ROWS.filter(({ global }) => isGlobal || !global).map((row) =>
    providerCollection(row, { kind: 'aws', row, account }),
  );
  return [...rows, ...DERIVED_ROWS].map((row) => ({
    ...row,
    name: named(row.name),
    source: sourceWithin(row.source, named),
  }));
}

function sourceWithin(source: CollectionSource, named: (name: string) => string): CollectionSource {
  if (source.kind === 'view') return { ...source, of: named(source.of) };
  if (source.kind === 'group') return { ...source, of: named(source.of), members: named(source.members) };
  return source;
}

/**
 * Every collection that is served (resource-history-v2, Collection areas; reference: history, Collections).
 *
 * @param accounts the accounts that are crawled; none: a recorded cloud
 * @param suppressedTags keys of tags whose values the provider's collections do not keep
 */
export function collectionsOf(
  accounts: readonly ProviderAccount[],
  suppressedTags: readonly string[] = [],
): CollectionDefinition[] {
  const globals = globalAccounts(accounts);
  const cloud =
    accounts.length === 0
      ? recordedRows()
      : accounts.flatMap((account) => accountRows(account, globals.includes(account)));
  return [...cloud.map((row) => ({ ...row, suppressedTags })), ...REGISTRY_ROWS].map(defineCollection);
}
