import { malformed, type ServiceError } from '@portolan/service';
import { closestName, editDistance } from '@portolan/validation';
import type { Address } from '../address/parse-address';
import { shorten } from '../errors/quote';
import { isDerived, type CollectionDefinition } from './collection-definition';

const CLOUD_AREA = 'cloud';

/** Areas whose documents derive from those of {@link CLOUD_AREA}. */
const DERIVED_AREAS: readonly string[] = ['view', 'group'];

/** Names of the collections that are the trail of their area: events of changes, with the caller (V2-WHO-7). */
export const TRAIL = 'trailEvents';
export const GLOBAL_TRAIL = 'globalTrailEvents';

/** Limit of an unknown path in the search for the closest one, characters. */
const LONGEST_READING = 128;

/** The target of a path: a collection, and ids in it if the path is that long. */
export interface Target {
  collection: CollectionDefinition;
  ids: readonly string[] | undefined;
}

/** The collections by name; `/` and `.` are equivalent. Those of named accounts have an address per account and one for all (V2-CRAWL-14). */
export class Collections {
  private readonly byPath = new Map<string, CollectionDefinition>();

  /** @param aliases other names of the area `cloud` @throws Error when two collections have the same address */
  constructor(
    readonly all: readonly CollectionDefinition[],
    aliases: readonly string[],
  ) {
    for (const collection of [...all, ...overAccounts(all)]) {
      const { account, area, plain } = partsOf(collection.name);
      for (const one of area === CLOUD_AREA ? [area, ...aliases] : [area]) {
        const path = `${account}${one}.${plain}`;
        if (this.byPath.has(path)) throw new Error(`two collections have the name ${account}${one}/${plain}`);
        this.byPath.set(path, collection);
      }
    }
  }

  /** @throws ServiceError (malformed) with the closest collection when it does not exist */
  find({ segments, ids }: Address): Target {
    const whole = this.byPath.get(segments.join('.'));
    if (whole) return { collection: whole, ids: undefined };
    const collection = this.byPath.get(segments.slice(0, -1).join('.'));
    if (!collection) throw this.unknown(segments);
    return { collection, ids };
  }

  /** The last segment may be an id or a part of the collection's name: chooses the reading closer to a collection. */
  private unknown(segments: readonly string[]): ServiceError {
    const parent = segments.slice(0, -1).join('.');
    const whole = segments.join('.');
    const [best] = (segments.length > 2 ? [parent, whole] : [whole])
      .map((path) => this.closestTo(path.slice(0, LONGEST_READING)))
      .sort((one, other) => one.edits - other.edits);
    const what = shorten(`${parent}.${segments.at(-1)}`);
    const closest = best?.path.replace(/\.([^.]*)$/, '/$1');
    return malformed('path', `invalid collection: ${what}, the closest is ${closest}`);
  }

  /** Returns the closest collection of the same area, or of all areas for an unknown area. */
  private closestTo(path: string): { path: string; edits: number } {
    const all = [...this.byPath.keys()];
    const area = path.slice(0, path.lastIndexOf('.') + 1);
    const ofArea = all.filter((one) => area !== '' && one.startsWith(area));
    const closest = closestName(path, ofArea.length > 0 ? ofArea : all) ?? '';
    return { path: closest, edits: editDistance(path, closest) };
  }

  /** Returns the stored collection at a path `area/collection`, aliases included. */
  at(path: string): CollectionDefinition | undefined {
    const found = this.byPath.get(path.replaceAll('/', '.'));
    return found?.parts.length === 0 ? found : undefined;
  }

  /** Collections that are crawled themselves; the others are derived. */
  get crawled(): CollectionDefinition[] {
    return this.all.filter(({ source }) => !isDerived(source));
  }

  /** @throws Error for a name outside the catalogue */
  named(name: string): CollectionDefinition {
    const found = this.all.find((collection) => collection.name === name);
    if (!found) throw new Error(`no collection ${name}`);
    return found;
  }

  /** Returns the collection whose crawl yields this one's documents. */
  rootOf(collection: CollectionDefinition): CollectionDefinition {
    return isDerived(collection.source) ? this.named(collection.source.of) : collection;
  }

  /**
   * Returns the trails with events about a collection's documents, first the one that has all of them. None for a trail itself, and for a
   * collection over several accounts.
   */
  trailsOf({ name, global, parts }: CollectionDefinition): CollectionDefinition[] {
    const { account, area, plain } = partsOf(name);
    if (parts.length > 0 || plain === TRAIL || plain === GLOBAL_TRAIL) return [];
    const base = `${account}${DERIVED_AREAS.includes(area) ? CLOUD_AREA : area}`;
    const names = global ? [GLOBAL_TRAIL, TRAIL] : [TRAIL, GLOBAL_TRAIL];
    return names.flatMap((trail) => this.at(`${base}/${trail}`) ?? []);
  }

  derivedFrom(name: string): CollectionDefinition[] {
    return this.all.filter(({ source }) => isDerived(source) && source.of === name);
  }
}

/** Splits a name `[account.]area/collection`; the account includes its dot. */
function partsOf(name: string): { account: string; area: string; plain: string } {
  const [path = '', plain = ''] = name.split('/');
  const dot = path.lastIndexOf('.') + 1;
  return { account: path.slice(0, dot), area: path.slice(dot), plain };
}

/** Returns, for each collection of named accounts, the one over all accounts, which stores nothing itself. */
function overAccounts(all: readonly CollectionDefinition[]): CollectionDefinition[] {
  const whole = new Map<string, CollectionDefinition>();
  for (const collection of all) {
    const { account, area, plain } = partsOf(collection.name);
    if (account === '') continue;
    const name = `${area}/${plain}`;
    const known = whole.get(name) ?? { ...collection, name, parts: [] };
    whole.set(name, { ...known, parts: [...known.parts, collection] });
  }
  return [...whole.values()];
}
