import { findDocuments, type Client } from '@portolan/client-history';
import { isAnswered } from '../failure/request-failure.ts';
import type { Change } from './change.ts';
import { differences } from './differences.ts';

/** A cluster, command or application that a job ran with, and the one that the success ran with. */
export interface Used {
  kind: 'cluster' | 'command' | 'application';
  resource: { id: string; name: string; updated: string };
  before: { id: string; name: string } | undefined;
}

interface Revision {
  stime: number;
  ltime: number | null;
  data: Record<string, unknown>;
}

/** History sees a change only at its next crawl. */
const CRAWL_DELAY_MS = 10 * 60_000;

/**
 * What changed in the registry between two runs, by the revisions that history has kept.
 * @returns `unknown` when history could not be asked
 */
export async function registryThen(
  history: Client,
  range: { from: number; to: number },
  used: readonly Used[],
): Promise<{ changes: Change[]; unknown: string | null }> {
  let unknown: string | null = null;
  const changes = await Promise.all(
    used.map(async ({ kind, resource, before }): Promise<Change[]> => {
      const { id, name, updated } = resource;
      if (before?.id !== id) {
        const text = `${name} (${id}) was selected; the success had ${before ? `${before.name} (${before.id})` : 'none'}`;
        return [{ what: kind, id, text, differences: [] }];
      }
      const time = Date.parse(updated);
      if (time < range.from) return [];
      const revisions = await revisionsOf(history, kind, id).catch((error: unknown) => {
        unknown = `history query has no answer (${error instanceof Error ? error.message : String(error)})`;
        return [];
      });
      const [old, fresh] = [
        at(revisions, range.from),
        at(revisions, Math.max(range.to, time) + CRAWL_DELAY_MS),
      ];
      const found = old && fresh ? differences(old.data, fresh.data) : [];
      return [{ what: kind, id, text: `${name} (${id}) was changed at ${updated}`, differences: found }];
    }),
  );
  return { changes: changes.flat(), unknown };
}

async function revisionsOf(history: Client, kind: Used['kind'], id: string): Promise<Revision[]> {
  try {
    return await findDocuments<Revision>(history, {
      area: 'svc',
      collection: `${kind}s`,
      id,
      modifiers: { all: true, meta: true },
    });
  } catch (error) {
    if (isAnswered(error) && error.status === 404) return [];
    throw error;
  }
}

/** The newest revision that began by a time, else the oldest. @param revisions the newest first */
const at = (revisions: readonly Revision[], time: number): Revision | undefined =>
  revisions.find(({ stime }) => stime <= time) ?? revisions.at(-1);
