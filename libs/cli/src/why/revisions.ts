import { findDocuments, type Client } from '@portolan/client-history';
import { isAnswered } from '../failure/request-failure.ts';

/** Collections of the area `svc` that tell the circumstances of jobs. */
export type RecordedKind = 'cluster' | 'command' | 'application' | 'node';

/** One state of a registered document. */
export interface Revision {
  stime: number;
  ltime: number | null;
  data: Record<string, unknown>;
}

/** The revisions of the registries that history has kept. */
export class RegistryHistory {
  /** Why some changes may be unknown; null as long as history has answered. */
  unknown: string | null = null;

  constructor(private readonly client: Client) {}

  /** Returns the revisions of a document, the newest first; none when history does not know it, or has no answer. */
  async of(kind: RecordedKind, id: string): Promise<Revision[]> {
    const modifiers = { all: true, meta: true };
    try {
      return await findDocuments<Revision>(this.client, {
        area: 'svc',
        collection: `${kind}s`,
        id,
        modifiers,
      });
    } catch (error) {
      if (isAnswered(error) && error.status === 404) return [];
      this.unknown = `history query has no answer (${error instanceof Error ? error.message : String(error)})`;
      return [];
    }
  }
}

/** The newest revision that began by a time, else the oldest. @param revisions the newest first */
export const revisionAt = (revisions: readonly Revision[], time: number): Revision | undefined =>
  revisions.find(({ stime }) => stime <= time) ?? revisions.at(-1);
