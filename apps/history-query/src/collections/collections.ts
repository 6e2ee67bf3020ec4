import { malformed, type ServiceError } from '@portolan/service';
import { closestName, editDistance } from '@portolan/validation';
import type { Address } from '../address/address';
import { shorten } from '../address/percent-decoding';
import { isDerived, type CollectionDefinition } from './collection-definition';

const CLOUD_AREA = 'cloud';

/** How much of an unknown path is compared with those that there are, characters. */
const LONGEST_READING = 128;

/** A collection's own name behind its area. */
const NAME = /\.([^.]*)$/;

/** What a path names: a collection, and the ids in it when it goes that far. */
export interface Target {
  collection: CollectionDefinition;
  /** Undefined for the collection itself. */
  ids: readonly string[] | undefined;
}

/**
 * The collections by name. `/` and `.` between area and collection mean the same (reference: history, URI
 * grammar). A collection of named accounts has an address in each of them, and one for all together.
 */
export class Collections {
  private readonly byPath = new Map<string, CollectionDefinition>();

  /**
   * @param aliases other names of the area `cloud`
   * @throws Error when two collections have one address
   */
  constructor(
    readonly all: readonly CollectionDefinition[],
    private readonly aliases: readonly string[],
  ) {
    for (const collection of all) this.add(collection);
    for (const collection of overAccounts(all)) this.add(collection);
  }

  private add(collection: CollectionDefinition): void {
    const { account, area, plain } = partsOf(collection.name);
    for (const one of area === CLOUD_AREA ? [area, ...this.aliases] : [area]) {
      const path = `${account}${one}.${plain}`;
      if (this.byPath.has(path)) throw new Error(`there are two collections ${account}${one}/${plain}`);
      this.byPath.set(path, collection);
    }
  }

  /** @throws ServiceError (malformed) that names the closest collection when there is no such one */
  find(address: Address): Target {
    const { segments, ids } = address;
    const path = segments.join('.');
    const whole = this.byPath.get(path);
    if (whole) return { collection: whole, ids: undefined };
    const parent = segments.slice(0, -1).join('.');
    const collection = this.byPath.get(parent);
    if (!collection) throw this.unknown(segments);
    return { collection, ids };
  }

  /** The last segment may be an id, or a part of the collection's name: the reading closer to a collection is meant. */
  private unknown(segments: readonly string[]): ServiceError {
    const parent = segments.slice(0, -1).join('.');
    const whole = segments.join('.');
    const [best] = (segments.length > 2 ? [parent, whole] : [whole])
      .map((path) => this.closestTo(path.slice(0, LONGEST_READING)))
      .sort((one, other) => one.edits - other.edits);
    const what = shorten(`${parent}.${segments.at(-1)}`);
    return malformed(
      'path',
      `invalid collection: ${what}, the closest is ${best?.path.replace(NAME, '/$1')}`,
    );
  }

  /** The closest collection of the same area, or of all where there is no such area. */
  private closestTo(path: string): { path: string; edits: number } {
    const all = [...this.byPath.keys()];
    const area = path.slice(0, path.lastIndexOf('.') + 1);
    const ofArea = all.filter((one) => area !== '' && one.startsWith(area));
    const closest = closestName(path, ofArea.length > 0 ? ofArea : all) ?? '';
    return { path: closest, edits: editDistance(path, closest) };
  }

  /** The stored collection at a path `area/collection`, aliases included. */
  at(path: string): CollectionDefinition | undefined {
    const found = this.byPath.get(path.replaceAll('/', '.'));
    return found?.parts.length === 0 ? found : undefined;
  }

  /** Collections that are crawled by themselves; the others are derived from them. */
  get crawled(): CollectionDefinition[] {
    return this.all.filter(({ source }) => !isDerived(source));
  }

  /** @throws Error for a name that is not of the catalogue */
  named(name: string): CollectionDefinition {
    const found = this.all.find((collection) => collection.name === name);
    if (!found) throw new Error(`no collection ${name}`);
    return found;
  }

  /** The collection whose crawl brings this one's documents. */
  rootOf(collection: CollectionDefinition): CollectionDefinition {
    return isDerived(collection.source) ? this.named(collection.source.of) : collection;
  }

  /** What is derived from a collection. */
  derivedFrom(name: string): CollectionDefinition[] {
    return this.all.filter(({ source }) => isDerived(source) && source.of === name);
  }
}

/** A name `[account.]area/collection` taken apart; the account ends with its dot. */
function partsOf(name: string): { account: string; area: string; plain: string } {
  const [path = '', plain = ''] = name.split('/');
  const dot = path.lastIndexOf('.') + 1;
  return { account: path.slice(0, dot), area: path.slice(dot), plain };
}

/** For each collection of named accounts the one that shows them together; it stores nothing itself. */
function overAccounts(all: readonly CollectionDefinition[]): CollectionDefinition[] {
  const parts = new Map<string, CollectionDefinition[]>();
  for (const collection of all) {
    const { account, area, plain } = partsOf(collection.name);
    if (account === '') continue;
    const name = `${area}/${plain}`;
    parts.set(name, [...(parts.get(name) ?? []), collection]);
  }
  return [...parts].flatMap(([name, accounts]) =>
    accounts.slice(0, 1).map((one) => ({ ...one, name, parts: accounts })),
  );
}
