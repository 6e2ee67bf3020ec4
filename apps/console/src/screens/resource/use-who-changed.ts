import { findDocuments, type CollectionStatus } from '@portolan/client-history';
import { renewedEvery } from '../../api/errors';
import { useHistoryQuery } from '../../api/queries';
import { useCollections } from '../../api/use-collections';

/** An event of an audit trail: AWS has `username` and `eventName`, other sources what they have. */
export type TrailEvent = Readonly<Record<string, unknown>>;

/** The events that began a revision, and those that removed the document; null where one may be missing. */
interface Authored {
  stime: number;
  who: readonly TrailEvent[] | null;
  whoEnded?: readonly TrailEvent[] | null;
}

/** The known authors of a document's revisions. */
export interface WhoChanged {
  hasTrail: boolean;
  error: Error | null;
  /** By the `stime` of the revision; empty until the answer is there. */
  byBegin: ReadonlyMap<number, Authored>;
}

/** The service answers for this many revisions at once. */
const LIMIT = 1000;

const RENEW_MS = 60_000;

/** After this time, events that were not listed yet are listed, ms. */
const LATE_MS = 30 * 60_000;

/** Reports whether the events of a recent change are not known yet. */
const isRecent = (found: WhoChanged['byBegin'] | undefined): boolean =>
  [...(found?.values() ?? [])].some(({ stime, who }) => who === null && stime > Date.now() - LATE_MS);

const FIELDS = ':(stime,who,whoEnded)';

/** Reports whether the revisions of a collection have events. */
const hasTrail = (collections: readonly CollectionStatus[], name: string): boolean =>
  collections.some(({ collection, trail }) => trail !== null && collection === name);

/** Returns who changed a document. @param queryKey of its revisions: both are read again when it changes */
export function useWhoChanged(
  of: { area: string; collection: string; id: string },
  queryKey: readonly string[],
): WhoChanged {
  const collections = useCollections({ isShown: false });
  const isKnown = hasTrail(collections.data ?? [], `${of.area}/${of.collection}`);
  const result = useHistoryQuery(
    [...queryKey, 'who'],
    async ({ client }) => {
      const modifiers = { all: true, who: true, limit: LIMIT };
      const found = await findDocuments<Authored>(client, { ...of, modifiers, fields: FIELDS });
      return new Map(found.map((one) => [one.stime, one]));
    },
    {
      enabled: isKnown,
      // Events are listed late, and nothing tells of it.
      refetchInterval: ({ state }) => renewedEvery(isRecent(state.data) && RENEW_MS)({ state }),
    },
  );
  return { hasTrail: isKnown, error: result.error, byBegin: result.data ?? new Map<number, Authored>() };
}
