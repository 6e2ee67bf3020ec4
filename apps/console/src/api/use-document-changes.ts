import { useEffect, useRef, type RefObject } from 'react';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { followChanges, type Client, type HistoryQuery } from '@portolan/client-history';
import { useHistory } from './clients';
import { statusOf } from './errors';
import { paced } from './paced';
import { useVisible } from './use-visible';

/** Queries are renewed at most this often while a collection changes, ms: a crawl may report thousands of changes. */
const PACE_MS = 1000;
/** The changes after a position have been deleted. */
const GONE = 410;

/** Documents that a screen shows, and how far it knows their changes. */
export interface ShownDocuments {
  /** The screen follows the documents of this query; undefined: none, for example because it shows the past. */
  query: HistoryQuery | undefined;
  /**
   * The last change that the documents contain; undefined when the response does not state it. The documents are then read
   * again once the feed is open.
   */
  position?: string | undefined;
}

/** How far a feed has been read. */
interface Place {
  followed: string;
  after: string | undefined;
}

/**
 * Renews the queries below a key when documents change that a screen shows.
 * @param changed set before that, for queries that would read the memory of a replica: this may be older than an event, and the
 * database is not
 */
export function useDocumentChanges(
  { query, position }: ShownDocuments,
  key: QueryKey,
  changed?: RefObject<boolean>,
): void {
  const client = useHistory();
  const queries = useQueryClient();
  const followed = JSON.stringify([query, key]);
  // A browser has few connections to an origin: tabs out of view must not hold them.
  const isFollowing = useVisible() && query !== undefined;
  const known = useRef(position);
  const place = useRef<Place>(undefined);
  useEffect(() => {
    known.current = position;
  });
  useEffect(() => {
    if (!isFollowing) return undefined;
    const left = new AbortController();
    const [wanted, queryKey] = JSON.parse(followed) as [HistoryQuery, QueryKey];
    const renew = paced(PACE_MS, left.signal, () => queries.invalidateQueries({ queryKey }));
    // A tab that comes back into view continues where it left.
    if (place.current?.followed !== followed) place.current = { followed, after: known.current };
    void follow(client, wanted, place.current, left.signal, () => {
      if (changed) changed.current = true;
      renew();
    });
    return () => left.abort();
  }, [client, queries, followed, isFollowing, changed]);
}

/** Calls `onChange` for each change after a place, and moves the place, until the signal. */
async function follow(
  client: Client,
  query: HistoryQuery,
  place: Place,
  signal: AbortSignal,
  onChange: () => void,
): Promise<void> {
  // Without a position, what happened before the feed was open is unknown.
  const onPosition = (position: string): void => {
    if (place.after === undefined) onChange();
    place.after = position;
  };
  let isKept = true;
  while (isKept && !signal.aborted) {
    const { after } = place;
    const options = { signal, attempts: Infinity, onPosition, ...(after !== undefined && { after }) };
    try {
      const changes = followChanges(client, query, options);
      while (!(await changes.next()).done) onChange();
    } catch (error) {
      isKept = statusOf(error) === GONE;
      place.after = undefined;
      // After any other refusal the queries report what is wrong.
      if (!isKept && !signal.aborted) onChange();
    }
  }
}
