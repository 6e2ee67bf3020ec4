import { isClusterName } from '../clusters/cluster-name';
import { refused } from '../errors/refusals';

/** The entry of applications, or streams, without an entry of their own. */
const DEFAULT_ENTRY = '__default__';

/** The job cluster of each stream, by application name and stream name (docs/contract/streams.md#stream-map). */
export type StreamMappings = Record<string, Record<string, string>>;

/** Maximum number of applications and streams together. */
const MAX_ENTRIES = 10_000;

export const NO_MAPPINGS: StreamMappings = { [DEFAULT_ENTRY]: {} };

/** Reads mappings from a request and adds the default entry. @throws 400 that names the invalid entry */
export function readMappings(mappings: Record<string, unknown>): StreamMappings {
  const wrong = (where: string, rule: string) =>
    refused(`Invalid request payload: mappings.${where} must ${rule}`);
  const entries = Object.values(mappings).reduce<number>((sum, streams) => sum + 1 + countOf(streams), 0);
  if (entries > MAX_ENTRIES)
    throw refused(
      `Invalid request payload: mappings must have at most ${MAX_ENTRIES} applications and streams, not ${entries}`,
    );
  for (const [application, streams] of Object.entries(mappings)) {
    if (typeof streams !== 'object' || streams === null || Array.isArray(streams)) {
      throw wrong(application, 'map stream names to job clusters');
    }
    for (const [stream, cluster] of Object.entries(streams)) {
      if (typeof cluster === 'string' && isClusterName(cluster)) continue;
      throw wrong(`${application}.${stream}`, 'be the name of a job cluster');
    }
  }
  return { ...NO_MAPPINGS, ...(mappings as StreamMappings) };
}

const countOf = (streams: unknown): number =>
  typeof streams === 'object' && streams !== null ? Object.keys(streams).length : 0;

/** Returns the mappings of some applications; an application without an entry gets the default one. */
export function mappingsOf(mappings: StreamMappings, applications: readonly string[]): StreamMappings {
  if (applications.length === 0) return mappings;
  const byName = new Map(Object.entries(mappings));
  const other = byName.get(DEFAULT_ENTRY) ?? {};
  return Object.fromEntries(applications.map((name) => [name, byName.get(name) ?? other]));
}
