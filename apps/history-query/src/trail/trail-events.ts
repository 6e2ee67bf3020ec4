import { isJsonObject, type Json } from '../json/json';
import type { Revision } from '../revisions/revision';
import type { Steps } from '../time-slices/time-slices';

/** Fields of an event that name what it was done to. */
const NAMING_FIELDS = ['resources', 'requestParameters'] as const;

/** Larger events are left out, characters: AWS has none. */
const LARGEST = 256 * 1024;

/** An event of a trail (V2-WHO-3). */
export interface TrailEvent {
  /** ms since the epoch */
  time: number;
  /** The event as canonical JSON. */
  json: string;
}

/** The events of a trail by the documents that they name. Failed ones changed nothing and are left out. */
export class TrailEvents {
  private readonly events = new Map<string, Map<string, TrailEvent>>();

  /**
   * @param ids of the documents in question
   * @param source only events of this service of the provider count; undefined: of any
   */
  constructor(
    private readonly ids: ReadonlySet<string>,
    private readonly source: string | undefined,
  ) {}

  /** @param revisions of the trail: each is one event, created when it happened */
  *add(revisions: Iterable<Revision>): Steps<void> {
    for (const { id, times, json } of revisions) {
      yield;
      if (json.length > LARGEST) continue;
      const data = JSON.parse(json) as Json;
      if (!isJsonObject(data) || isFailed(data.errorCode)) continue;
      if (this.source !== undefined && data.eventSource !== this.source) continue;
      for (const named of namesIn(data, this.ids)) {
        const known = this.events.get(named) ?? new Map<string, TrailEvent>();
        this.events.set(named, known.set(id, { time: times.ctime, json }));
      }
    }
  }

  /** Returns the events of each document, oldest first. */
  byId(): Map<string, TrailEvent[]> {
    const inOrder = (found: ReadonlyMap<string, TrailEvent>): TrailEvent[] =>
      [...found.values()].sort((one, other) => one.time - other.time);
    return new Map([...this.events].map(([id, found]) => [id, inOrder(found)]));
  }
}

const isFailed = (code: Json | undefined): boolean => code !== undefined && code !== null && code !== '';

function namesIn(event: Readonly<Record<string, Json>>, ids: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  for (const field of NAMING_FIELDS) {
    for (const text of textsIn(event[field])) {
      for (const name of possibleNames(text)) if (ids.has(name)) found.add(name);
    }
  }
  return found;
}

function* textsIn(value: Json | undefined): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const one of value) yield* textsIn(one);
  else if (isJsonObject(value)) for (const one of Object.values(value)) yield* textsIn(one);
}

/** Returns a text, and what follows its last `/` and its last `:`: names end ARNs and addresses. */
const possibleNames = (text: string): string[] => [
  text,
  text.slice(text.lastIndexOf('/') + 1),
  text.slice(text.lastIndexOf(':') + 1),
];
