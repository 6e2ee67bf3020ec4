import { malformed } from '@portolan/service';
import type { Address } from '../address/address';
import { isDerived, type CollectionDefinition } from './collection-definition';

const CLOUD_AREA = 'cloud';

/** What a path names: a collection, and the ids in it when it goes that far. */
export interface Target {
  collection: CollectionDefinition;
  /** Undefined for the collection itself. */
  ids: readonly string[] | undefined;
}

/** The collections by name. `/` and `.` between area and collection mean the same (reference: history, URI grammar). */
export class Collections {
  private readonly byPath = new Map<string, CollectionDefinition>();

  /**
   * @param aliases other names of the area `cloud`
   * @throws Error when two collections have one address
   */
  constructor(
    readonly all: readonly CollectionDefinition[],
    aliases: readonly string[],
  ) {
    for (const collection of all) {
      const [area, name] = collection.name.split('/');
      const areas = area === CLOUD_AREA ? [area, ...aliases] : [area];
      for (const one of areas) {
        const path = `${one}.${name}`;
        if (this.byPath.has(path)) throw new Error(`there are two collections ${one}/${name}`);
        this.byPath.set(path, collection);
      }
    }
  }

  /** @throws ServiceError (malformed) when there is no such collection */
  find(address: Address): Target {
    const { segments, ids } = address;
    const path = segments.join('.');
    const whole = this.byPath.get(path);
    if (whole) return { collection: whole, ids: undefined };
    const parent = segments.slice(0, -1).join('.');
    const collection = this.byPath.get(parent);
    if (!collection) throw malformed('path', `invalid collection: ${parent}.${segments.at(-1)}`);
    return { collection, ids };
  }

  /** The collection at a path `area/collection`, aliases included. */
  at(path: string): CollectionDefinition | undefined {
    return this.byPath.get(path.replace('/', '.'));
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
