import { keepFieldTable, lengthWithTable, makeFieldTable } from '../rendering/field-table';

/** Bytes of the first slab; each further one is twice as large, up to the largest. */
const FIRST_SLAB_BYTES = 16 * 1024;
const LARGEST_SLAB_BYTES = 1024 * 1024;

/** A document larger than this share of a slab gets memory of its own. */
const OWN_MEMORY_SHARE = 0.25;

/** Bytes that may lie waste before slabs are looked at. */
const TOLERATED_WASTE = 4 * 1024 * 1024;

/**
 * Where the bytes of a collection's current documents lie: one after the other in large pieces of memory
 * outside the heap. Documents in the heap would cost the garbage collector a look at each and leave it to
 * decide how much more memory it takes.
 */
export class DocumentSlabs {
  private slab = Buffer.alloc(0);
  private written = 0;
  /** Bytes in use by slab. */
  private readonly used = new Map<ArrayBufferLike, number>();

  /** A copy of a document in a slab, with the table of its fields behind it. Wasted until it is {@link hold held}. */
  copy(document: Buffer): Buffer {
    const table = makeFieldTable(document);
    const copy = this.place(document.length, lengthWithTable(document.length, table));
    copy.set(document);
    keepFieldTable(copy, table);
    return copy;
  }

  /** Memory for a document, of all that it takes. */
  private place(length: number, all: number): Buffer {
    if (all > LARGEST_SLAB_BYTES * OWN_MEMORY_SHARE) return Buffer.allocUnsafeSlow(all).subarray(0, length);
    if (this.written + all > this.slab.length) this.nextSlab(all);
    const place = this.slab.subarray(this.written, this.written + length);
    this.written += all;
    return place;
  }

  /** Counts a copy as used. */
  hold(copy: Buffer): void {
    this.used.set(copy.buffer, (this.used.get(copy.buffer) ?? 0) + copy.length);
  }

  /** Counts a copy as no longer used. Whoever has it can go on reading it. */
  release(copy: Buffer): void {
    const used = (this.used.get(copy.buffer) ?? 0) - copy.length;
    if (used > 0 || copy.buffer === this.slab.buffer) this.used.set(copy.buffer, used);
    else this.used.delete(copy.buffer);
  }

  /**
   * Slabs that are mostly waste, when there is much of it: what is in use there had better move. To be asked
   * when all copies that will be held are held.
   */
  sparse(): ReadonlySet<ArrayBufferLike> {
    let [size, used] = [0, 0];
    for (const [slab, bytes] of this.used) {
      if (bytes === 0 && slab !== this.slab.buffer) this.used.delete(slab);
      else size += slab.byteLength;
      used += bytes;
    }
    if (size - used < Math.max(TOLERATED_WASTE, used / 4)) return new Set();
    const slabs = [...this.used].filter(([slab, bytes]) => slab.byteLength > 2 * bytes);
    return new Set(slabs.map(([slab]) => slab).filter((slab) => slab !== this.slab.buffer));
  }

  private nextSlab(needed: number): void {
    const size = Math.min(LARGEST_SLAB_BYTES, Math.max(FIRST_SLAB_BYTES, 2 * this.slab.length));
    this.slab = Buffer.allocUnsafeSlow(Math.max(size, needed));
    this.written = 0;
    this.used.set(this.slab.buffer, 0);
  }
}
