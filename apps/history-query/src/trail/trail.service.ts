import { Injectable } from '@nestjs/common';
import { malformed } from '@portolan/service';
import { ChangeMomentRepository } from '../collections/change-moment.repository';
import type { CollectionDefinition } from '../collections/collection-definition';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import { keyOf, type Revision } from '../revisions/revision';
import { RevisionRepository } from '../revisions/revision.repository';
import { TrailEvents, type TrailEvent } from './trail-events';
import { inSlices } from '../time-slices/time-slices';
import { LATE_MS, eventsOfChange, joinRanges, type TimeRange, type WhoOf } from './who-changed';

/** Revisions of one request (V2-WHO-5). */
const MAX_REVISIONS = 1000;

/** Ranges of a trail that one statement reads: how far they may lie apart, and how long they become, ms. */
const GAP_MS = 3_600_000;
const LENGTH_MS = 6 * 3_600_000;

const UNKNOWN = 'null';

/** The changes of one account's collection; a document's changes are known there only. */
interface KnownChanges {
  number: number;
  /** Returns the events of a document's change as a JSON array, or {@link UNKNOWN}. */
  who: (id: string, moment: number) => string;
}

/** A trail, and since when and until when it is read, ms since the epoch; `to` is 0 for one that never was. */
interface ReadTrail {
  number: number;
  from: number | undefined;
  to: number;
}

/** Finds who changed documents: the events of a trail that name a document and fit the time of its change (V2-WHO-1). */
@Injectable()
export class TrailService {
  constructor(
    private readonly collections: Collections,
    private readonly states: CollectionStateRepository,
    private readonly moments: ChangeMomentRepository,
    private readonly revisions: RevisionRepository,
  ) {}

  /** @throws ServiceError (malformed) for a collection without trail, and for too many revisions */
  async whoChanged(collection: CollectionDefinition, revisions: readonly Revision[]): Promise<WhoOf> {
    const parts = collection.parts.length > 0 ? collection.parts : [collection];
    if (parts.every((part) => this.collections.trailsOf(part).length === 0))
      throw malformed('_who', `invalid argument: "_who", there is no trail of events for ${collection.name}`);
    if (revisions.length > MAX_REVISIONS)
      throw malformed(
        '_who',
        `invalid argument: "_who" with ${revisions.length} revisions, at most ${MAX_REVISIONS} are possible; narrow the request with _since, _until or _limit`,
      );
    const known = await Promise.all(parts.map((part) => this.whoIn(part, revisions)));
    const isReplaced = await this.replaced(known, revisions);
    return (revision) => {
      const { id, stime, end } = revision;
      const who = (moment: number): string =>
        known.map((part) => part.who(id, moment)).find((found) => found !== UNKNOWN) ?? UNKNOWN;
      return { who: who(stime), ...(end !== null && !isReplaced(revision) && { whoEnded: who(end) }) };
    };
  }

  private async whoIn(part: CollectionDefinition, revisions: readonly Revision[]): Promise<KnownChanges> {
    const number = await this.states.numberOf(part.name);
    const times = new Set(revisions.flatMap(({ stime, end }) => (end === null ? [stime] : [stime, end])));
    const after = await this.moments.afterOf(number, [...times]);
    const all = await Promise.all(this.collections.trailsOf(part).map((one) => this.readTrail(one)));
    const trails = all.filter(({ to }) => to > 0);
    const events = await this.eventsIn(part, trails, after, new Set(revisions.map(({ id }) => id)));
    const coverage = {
      trailFrom: latest(trails.map(({ from }) => from)),
      trailTo: Math.min(...trails.map(({ to }) => to)),
    };
    const who = (id: string, moment: number): string => {
      const change = { moment, after: after.get(moment), ...coverage };
      const fitting = eventsOfChange(events.get(id) ?? [], change);
      return fitting === null ? UNKNOWN : `[${fitting.map(({ json }) => json).join(',')}]`;
    };
    return { number, who };
  }

  /** Returns whether the next revision of the same document begins where a revision ends. */
  private async replaced(
    parts: readonly KnownChanges[],
    revisions: readonly Revision[],
  ): Promise<(one: Revision) => boolean> {
    const known = new Set(revisions.map(keyOf));
    const next = revisions.flatMap(({ id, end }) => (end === null ? [] : [{ id, stime: end }]));
    const others = next.filter((key) => !known.has(keyOf(key)));
    for (const { number } of parts)
      for (const one of await this.revisions.withKeys(number, others)) known.add(keyOf(one));
    return ({ id, ltime }) => known.has(keyOf({ id, stime: ltime }));
  }

  private async readTrail({ name }: CollectionDefinition): Promise<ReadTrail> {
    const number = await this.states.numberOf(name);
    const [first, to] = await Promise.all([this.moments.firstFrom(number, 0), this.states.crawledAt(number)]);
    return { number, from: first?.after, to: to ?? 0 };
  }

  private async eventsIn(
    part: CollectionDefinition,
    trails: readonly ReadTrail[],
    after: ReadonlyMap<number, number>,
    ids: ReadonlySet<string>,
  ): Promise<Map<string, TrailEvent[]>> {
    const ranges = [...after].map(([to, from]) => ({ from, to }));
    const { eventSource } = this.collections.rootOf(part);
    const events = new TrailEvents(ids, eventSource);
    for (const { number } of trails)
      for (const range of joinRanges(ranges, GAP_MS, LENGTH_MS))
        await inSlices(events.add(await this.eventsOf(number, range)));
    return events.byId();
  }

  /** Events are listed late: all of a range are there by the first change of the trail after that. */
  private async eventsOf(trail: number, { from, to }: TimeRange): Promise<Revision[]> {
    const complete = await this.moments.firstFrom(trail, to + LATE_MS);
    return this.revisions.inWindow(trail, { since: from, until: complete?.moment, updated: true });
  }
}

/** Returns the latest of some times; undefined when there is none, or one is unknown. */
const latest = (times: readonly (number | undefined)[]): number | undefined =>
  times.length === 0 || times.includes(undefined) ? undefined : Math.max(...(times as number[]));
