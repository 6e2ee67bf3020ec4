import { differences, type Change } from './differences.ts';
import { revisionAt, type RegistryHistory } from './revisions.ts';

/** A cluster, command or application that a job ran with, and the one that the success ran with. */
export interface Used {
  kind: 'cluster' | 'command' | 'application';
  resource: { id: string; name: string; updated: string };
  before: { id: string; name: string } | undefined;
}

/** History sees a change only at its next crawl. */
const CRAWL_DELAY_MS = 10 * 60_000;

/** Returns what changed in the registry between two runs, with the fields that history saw change. */
export async function registryThen(
  history: RegistryHistory,
  range: { from: number; to: number },
  used: readonly Used[],
): Promise<Change[]> {
  const changes = await Promise.all(
    used.map(async ({ kind, resource, before }): Promise<Change[]> => {
      const { id, name, updated } = resource;
      if (before?.id !== id) {
        const text = `${name} (${id}) was selected; the success had ${before ? `${before.name} (${before.id})` : 'none'}`;
        return [{ what: kind, id, text, differences: [] }];
      }
      const time = Date.parse(updated);
      if (time < range.from) return [];
      const revisions = await history.of(kind, id);
      const [old, fresh] = [
        revisionAt(revisions, range.from),
        revisionAt(revisions, Math.max(range.to, time) + CRAWL_DELAY_MS),
      ];
      const found = old && fresh ? differences(old.data, fresh.data) : [];
      return [{ what: kind, id, text: `${name} (${id}) was changed at ${updated}`, differences: found }];
    }),
  );
  return changes.flat();
}
