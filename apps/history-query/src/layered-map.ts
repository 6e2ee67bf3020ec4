import type { Steps } from './cooperative';

/** Changes that a map may carry beside its base: up to this many, or this share of the base. */
const MIN_LAYER = 1024;
const LAYER_SHARE = 0.25;

/** Entries that are copied between two pauses. */
const RUN = 256;

/**
 * A map that never changes: a large base and a small layer of what is different. The next version shares
 * the base, so it costs as much as has changed, and readers keep the version that they have begun with.
 */
export class LayeredMap<K, V> implements Iterable<[K, V]> {
  private constructor(
    private readonly base: ReadonlyMap<K, V>,
    /** Undefined: no longer there. */
    private readonly layer: ReadonlyMap<K, V | undefined>,
    readonly size: number,
  ) {}

  static empty<K, V>(): LayeredMap<K, V> {
    return new LayeredMap<K, V>(new Map(), new Map(), 0);
  }

  get(key: K): V | undefined {
    if (this.layer.size === 0) return this.base.get(key);
    return this.layer.get(key) ?? (this.layer.has(key) ? undefined : this.base.get(key));
  }

  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  *[Symbol.iterator](): Generator<[K, V]> {
    for (const entry of this.base) if (this.layer.size === 0 || !this.layer.has(entry[0])) yield entry;
    for (const [key, value] of this.layer) if (value !== undefined) yield [key, value];
  }

  *keys(): Generator<K> {
    for (const [key] of this) yield key;
  }

  *values(): Generator<V> {
    for (const [, value] of this) yield value;
  }

  /** The version with some entries set, or removed where the value is undefined. */
  *with(changes: ReadonlyMap<K, V | undefined>): Steps<LayeredMap<K, V>> {
    let size = this.size;
    const layer = new Map<K, V | undefined>();
    let copied = 0;
    for (const [key, value] of this.layer) {
      layer.set(key, value);
      if (++copied % RUN === 0) yield;
    }
    for (const [key, value] of changes) {
      size += Number(value !== undefined) - Number(this.has(key));
      layer.set(key, value);
      if (++copied % RUN === 0) yield;
    }
    const next = new LayeredMap<K, V>(this.base, layer, size);
    return layer.size > Math.max(MIN_LAYER, this.base.size * LAYER_SHARE) ? yield* next.flat() : next;
  }

  private *flat(): Steps<LayeredMap<K, V>> {
    const base = new Map<K, V>();
    for (const [key, value] of this) {
      base.set(key, value);
      if (base.size % RUN === 0) yield;
    }
    return new LayeredMap<K, V>(base, new Map(), base.size);
  }
}
