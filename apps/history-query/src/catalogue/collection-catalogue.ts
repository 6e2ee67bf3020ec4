import {
  defineCollection,
  type CollectionDefinition,
  type CollectionRow,
  type CollectionSource,
  type ProviderRow,
} from '../collections/collection-definition';
import { globalAccounts, type ProviderAccount } from '../collections/provider-account';
import { documentsInRecording } from '../collections/provider-row';
import { AWS_ROWS } from './aws-rows';
import { EVENT_SOURCES, isSameTrail, placeOf } from './trail-rows';
import { DERIVED_ROWS } from './derived-rows';
import { REGISTRY_ROWS } from './registry-rows';

/** The part of a provider's row that every collection has. */
const providerCollection = (
  { service, list, details, document, owners, lookBack, ...row }: ProviderRow,
  source: CollectionSource,
): CollectionRow => ({ ...row, source, provider: true, eventSource: EVENT_SOURCES[service] });

/** Returns the rows of a recorded cloud: each collection replays the responses in the folder of its name. */
const recordedRows = (): CollectionRow[] => [
  // Pauses spare the provider; a recording needs none.
  ...AWS_ROWS.map(({ everyMs: _pause, ...row }) =>
    providerCollection(row, { kind: 'files', documents: documentsInRecording(row) }),
  ),
  ...DERIVED_ROWS,
];

/** Returns the collections of one account; a named account precedes the area in their names. */
function accountRows(account: ProviderAccount, isGlobal: boolean): CollectionRow[] {
  const named = (name: string): string => (account.name === undefined ? name : `${account.name}.${name}`);
  const rows = AWS_ROWS.filter(({ global }) => isGlobal || !global)
    .filter((row) => !isSameTrail(row, account))
    .map((row) => providerCollection(row, { kind: 'aws', row, account: placeOf(row, account) }));
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
