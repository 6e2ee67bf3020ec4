import {
  defineCollection,
  type CollectionDefinition,
  type CollectionRow,
  type CollectionSource,
  type ProviderRow,
  type RegistryName,
} from '../collections/collection-definition';
import { globalAccounts, type ProviderAccount } from '../collections/provider-account';
import { documentsInRecording } from '../collections/provider-row';
import { fieldOf, isJsonObject, type Json } from '../json/json';
import { AWS_ROWS, INSTANCE_DATES } from './aws-rows';

/** Collections derived from the provider's collections. */
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

const registryRow = (
  registry: RegistryName,
  id: string,
  more: Pick<CollectionRow, 'created' | 'insignificant'>,
): CollectionRow => ({ name: `svc/${registry}`, source: { kind: 'registry', registry }, id, ...more });

/** The registries of this project's other services. */
const REGISTRY_ROWS: readonly CollectionRow[] = [
  registryRow('applications', 'id', { created: 'created' }),
  registryRow('clusters', 'id', { created: 'created' }),
  registryRow('commands', 'id', { created: 'created' }),
  registryRow('nodes', 'id', {}),
  // Submitting a job does not change its cluster.
  registryRow('jobClusters', 'name', { insignificant: ['lastJobCount'] }),
];

/** The part of a provider's row that every collection has. */
const providerCollection = (
  { service, list, details, document, global, owners, ...row }: ProviderRow,
  source: CollectionSource,
): CollectionRow => ({ ...row, source, provider: true });

/** A recorded cloud: each collection replays the responses in the folder of its name. */
const recordedRows = (): CollectionRow[] => [
  ...AWS_ROWS.map((row) => providerCollection(row, { kind: 'files', documents: documentsInRecording(row) })),
  ...DERIVED_ROWS,
];

/** The collections of one account; a named account precedes the area in their names. */
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

/** Returns every served collection (V2-AREA-1 to V2-AREA-3, V2-CRAWL-6, V2-CRAWL-10). @param accounts none: a recorded cloud */
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

/** The low byte of a state code is the state; the provider uses the rest internally. */
const STATE_MASK = 0xff;

/** Returns the instances of one reservation, each as a document of its own (V2-AREA-6). */
function instancesOf(reservation: Json): Json[] {
  const instances = fieldOf(reservation, 'instances');
  if (!Array.isArray(instances)) throw new Error('a reservation has no list "instances"');
  return instances.map((instance) => {
    const state = fieldOf(instance, 'state');
    const code = fieldOf(state, 'code');
    if (!isJsonObject(instance) || !isJsonObject(state) || typeof code !== 'number') return instance;
    return { ...instance, state: { ...state, code: code & STATE_MASK } };
  });
}
