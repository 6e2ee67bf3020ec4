import { refused } from '../errors/errors';
import { isClusterName } from '../clusters/cluster-name';

/** The entry for everything that has none of its own, at both levels. */
export const DEFAULT_ENTRY = '__default__';

/** Which job cluster serves a stream: by application name, then by stream name (reference: streams §7.8). */
export type StreamMappings = Record<string, Record<string, string>>;

/** What nobody has set yet: no application, no stream. */
export const NO_MAPPINGS: StreamMappings = { [DEFAULT_ENTRY]: {} };

/**
 * Reads mappings from a request; the entry for all other applications is there in any case.
 *
 * @throws 400 that names the entry that is wrong
 */
export function readMappings(mappings: Record<string, unknown>): StreamMappings {
  const applications = Object.entries(mappings).map(([application, streams]) => {
    if (typeof streams !== 'object' || streams === null || Array.isArray(streams)) {
      throw refused(`Invalid request payload: mappings.${application} must map stream names to job clusters`);
    }
    for (const [stream, cluster] of Object.entries(streams)) {
      if (typeof cluster === 'string' && isClusterName(cluster)) continue;
      throw refused(
        `Invalid request payload: mappings.${application}.${stream} must be the name of a job cluster`,
      );
    }
    return [application, streams as Record<string, string>] as const;
  });
  return { ...NO_MAPPINGS, ...Object.fromEntries(applications) };
}

/** The mappings of some applications, each under its own name; one without its own has the default's. */
export function mappingsOf(mappings: StreamMappings, applications: readonly string[]): StreamMappings {
  if (applications.length === 0) return mappings;
  const byName = new Map(Object.entries(mappings));
  const other = byName.get(DEFAULT_ENTRY) ?? {};
  return Object.fromEntries(applications.map((name) => [name, byName.get(name) ?? other]));
}
