import { Injectable } from '@nestjs/common';
import { malformed, type ServiceError } from '@portolan/service';
import { ChangeMomentRepository } from '../collections/change-moment.repository';
import type { CollectionDefinition } from '../collections/collection-definition';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import { keyOf, type Revision } from '../revisions/revision';
import { RevisionRepository } from '../revisions/revision.repository';
import { inSlices } from '../time-slices/time-slices';
import { TrailEvents, type TrailEvent } from './trail-events';
import {
  LATE_MS,
  SLACK_MS,
  eventsOfChange,
  joinRanges,
  type Coverage,
  type TimeRange,
  type WhoChanged,
  type WhoOf,
} from './who-changed';

/** Limits of one request (V2-WHO-5): revisions, events that are read, and the text of the events in the answer, characters. */
const MAX_REVISIONS = 1000;
const MAX_EVENTS = 200_000;
const MAX_TEXT = 32 * 1024 * 1024;

/** The range of a trail that one statement reads, ms: what it finds must fit into memory. */
const READ_MS = 3_600_000;

const UNKNOWN = 'null';

/** Finds who changed documents: the events of a trail that name a document and fit the time of its change (V2-WHO-1). */
@Injectable()
export class TrailService {
  constructor(
    private readonly collections: Collections,
    private readonly states: CollectionStateRepository,
    private readonly moments: ChangeMomentRepository,
    private readonly revisions: RevisionRepository,
  ) {}

  /** @throws ServiceError (malformed) for a collection without trail, and for more than one request may read */
  async whoChanged(collection: CollectionDefinition, revisions: readonly Revision[]): Promise<WhoOf> {
    const trails = this.collections.trailsOf(collection);
    if (trails.length === 0) throw withoutTrail(collection);
    if (revisions.length > MAX_REVISIONS)
      throw tooMuch(`${revisions.length} revisions`, `${MAX_REVISIONS} revisions`);
    const number = await this.states.numberOf(collection.name);
    const isReplaced = await this.replaced(number, revisions);
    const times = new Set(revisions.flatMap(({ stime, end }) => (end === null ? [stime] : [stime, end])));
    const after = await this.moments.afterOf(number, [...times]);
    const events = await this.eventsIn(collection, trails, after, new Set(revisions.map(({ id }) => id)));
    const coverage = await this.coverageOf(collection, trails[0]);
    let text = 0;
    const who = (id: string, moment: number): string => {
      const isComplete = coverage !== undefined && !id.includes('|');
      const change = { moment, after: after.get(moment), coverage: isComplete ? coverage : undefined };
      const fitting = eventsOfChange(events.get(id) ?? [], change);
      const json = fitting === null ? UNKNOWN : `[${fitting.map((event) => event.json).join(',')}]`;
      text += json.length;
      if (text > MAX_TEXT) throw tooMuch('so many events', `${MAX_TEXT} characters of events`);
      return json;
    };
    const found = new Map<Revision, WhoChanged>();
    for (const revision of revisions) {
      const { id, stime, end } = revision;
      const ended = end !== null && !isReplaced(revision) && { whoEnded: who(id, end) };
      found.set(revision, { who: who(id, stime), ...ended });
    }
    return (revision) => found.get(revision) ?? { who: UNKNOWN };
  }

  /** Returns whether the next revision of the same document begins where a revision ends. */
  private async replaced(
    number: number,
    revisions: readonly Revision[],
  ): Promise<(revision: Revision) => boolean> {
    const known = new Set(revisions.map(keyOf));
    const next = revisions.flatMap(({ id, end }) => (end === null ? [] : [{ id, stime: end }]));
    const others = next.filter((key) => !known.has(keyOf(key)));
    for (const revision of await this.revisions.withKeys(number, others)) known.add(keyOf(revision));
    return ({ id, ltime }) => known.has(keyOf({ id, stime: ltime }));
  }

  /**
   * Returns when the trail that has all events of a collection was read; undefined where events do not name every document, or where
   * a list may have lost events before they were read.
   */
  private async coverageOf(
    { unnamed }: CollectionDefinition,
    trail: CollectionDefinition | undefined,
  ): Promise<Coverage | undefined> {
    if (unnamed || !trail || trail.source.kind === 'http') return undefined;
    const number = await this.states.numberOf(trail.name);
    const [first, to] = await Promise.all([this.moments.firstFrom(number, 0), this.states.readSince(number)]);
    // The first crawl has no moment: the trail is known from the beginning of the crawl before the first change.
    return first && to !== undefined ? { from: first.after, to } : undefined;
  }

  private async eventsIn(
    collection: CollectionDefinition,
    trails: readonly CollectionDefinition[],
    after: ReadonlyMap<number, number>,
    ids: ReadonlySet<string>,
  ): Promise<Map<string, TrailEvent[]>> {
    const ranges = [...after].map(([to, from]) => ({ from: from - LATE_MS, to: to + SLACK_MS }));
    const events = new TrailEvents(ids, this.collections.rootOf(collection).eventSource);
    let read = 0;
    for (const { name } of trails) {
      const number = await this.states.numberOf(name);
      for (const range of joinRanges(ranges)) {
        for await (const revisions of this.eventsOf(number, range)) {
          read += revisions.length;
          if (read > MAX_EVENTS) throw tooMuch('so many events', `${MAX_EVENTS} events`);
          await inSlices(events.add(revisions));
        }
      }
    }
    return events.byId();
  }

  /** Events are listed late: all of a range are there by the first change of the trail after that. */
  private async *eventsOf(trail: number, { from, to }: TimeRange): AsyncGenerator<readonly Revision[]> {
    const last = to + LATE_MS;
    const read = (since: number, until: number): Promise<readonly Revision[]> =>
      this.revisions.inWindow(trail, { since, until, updated: true });
    let since: number | undefined = from;
    while (since !== undefined && since <= last) {
      const until: number = Math.min(since + READ_MS - 1, last);
      const found = await read(since, until);
      yield found;
      if (until === last) break;
      // After an outage, the range may be months without an event.
      since = found.length > 0 ? until + 1 : await this.revisions.nextBegin(trail, until + 1);
    }
    const complete = await this.moments.firstFrom(trail, last + 1);
    if (complete) yield await read(complete.moment, complete.moment);
  }
}

const withoutTrail = ({ name, parts }: CollectionDefinition): ServiceError => {
  const [account] = parts;
  const reason = account
    ? `${name} covers several accounts, ask one: ${account.name}`
    : `there is no trail of events for ${name}`;
  return malformed('_who', `invalid argument: "_who", ${reason}`);
};

const tooMuch = (what: string, most: string): ServiceError =>
  malformed(
    '_who',
    `invalid argument: "_who" with ${what}, at most ${most} are possible; narrow the request with _since, _until or _limit`,
  );
