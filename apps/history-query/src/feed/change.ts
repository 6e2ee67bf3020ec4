import { OPEN_END, Revision } from '../revisions/revision';

/** One change of a collection: a revision began, or a document's last one ended. */
export interface Change {
  /** Change sequence number; the event id of the feed. */
  seq: number;
  /** The revision that began, as it was then; or the one with which the document ended. */
  revision: Revision;
  /** What was valid before, as it was while it was; undefined for a document that is new. */
  previous: Revision | undefined;
}

/** A revision as it was before it ended, so that an event is the same whenever it is read. */
export function asValid(revision: Revision): Revision {
  if (revision.isOpen) return revision;
  const { id, times, bytes, tags } = revision;
  return new Revision(id, { ...times, ltime: OPEN_END, mtime: times.stime }, bytes, tags);
}
