import { keepFieldTable, lengthWithTable, makeFieldTable } from '../json/field-table';

/** Size of the first slab, bytes; each further one is twice as large, up to the limit. */
const FIRST_SLAB_BYTES = 16 * 1024;
const LARGEST_SLAB_BYTES = 1024 * 1024;

/** A document larger than this share of a slab gets its own memory. */
const OWN_MEMORY_SHARE = 0.25;

/** Wasted bytes below which slabs are not compacted. */
const TOLERATED_WASTE = 4 * 1024 * 1024;

/** Memory of a collection's current documents: large buffers outside the heap, where they do not burden garbage collections. */
export class DocumentSlabs {
  private slab = Buffer.alloc(0);
  private written = 0;
  private readonly used = new Map<ArrayBufferLike, number>();

  /** Copies a document into a slab, followed by its field table. Counts as wasted until {@link hold}. */
  copy(document: Buffer): Buffer {
    const table = makeFieldTable(document);
    const copy = this.place(document.length, lengthWithTable(document.length, table));
    copy.set(document);
    keepFieldTable(copy, table);
    return copy;
  }

  /** Returns memory for a document out of the whole allocation. */
  private place(length: number, all: number): Buffer {
    if (all > LARGEST_SLAB_BYTES * OWN_MEMORY_SHARE) return Buffer.allocUnsafeSlow(all).subarray(0, length);
    if (this.written + all > this.slab.length) this.nextSlab(all);
    const place = this.slab.subarray(this.written, this.written + length);
    this.written += all;
    return place;
  }

  hold(copy: Buffer): void {
    this.used.set(copy.buffer, (this.used.get(copy.buffer) ?? 0) + copy.length);
  }

  /** Counts a copy as unused. Its holders can still read it. */
  release(copy: Buffer): void {
    const used = (this.used.get(copy.buffer) ?? 0) - copy.length;
    if (used > 0 || copy.buffer === this.slab.buffer) this.used.set(copy.buffer, used);
    else this.used.delete(copy.buffer);
  }

  /** Returns slabs whose documents should move because most of their memory is waste. Call it when all copies are held. */
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
