import { DocumentSlabs } from './document-slabs';

const document = (size: number, fill: string): Buffer => Buffer.alloc(size, fill);

describe('document slabs', () => {
  it('keep copies intact when more are added', () => {
    const slabs = new DocumentSlabs();
    const sizes = [1, 1000, 16_384, 20_000, 300_000, 1_000_000, 2_000_000, 0, 7];
    const copies = sizes.map((size, index) => slabs.copy(document(size, String(index))));
    copies.forEach((copy, index) => expect(copy.equals(document(sizes[index]!, String(index)))).toBe(true));
  });

  it('share memory between small documents only', () => {
    const slabs = new DocumentSlabs();
    const [one, two, large] = [10, 10, 400_000].map((size) => slabs.copy(document(size, 'x')));
    expect(one!.buffer).toBe(two!.buffer);
    expect(large!.buffer).not.toBe(one!.buffer);
    expect(large!.buffer.byteLength).toBeLessThan(400_010);
  });

  it('name the slabs that are mostly waste, once there is much waste', () => {
    const slabs = new DocumentSlabs();
    const copies = Array.from({ length: 20_000 }, () => slabs.copy(document(1000, 'x')));
    for (const copy of copies) slabs.hold(copy);
    expect(slabs.sparse().size).toBe(0);
    for (const [index, copy] of copies.entries()) if (index % 10 > 0) slabs.release(copy);
    const sparse = slabs.sparse();
    expect(sparse.size).toBeGreaterThan(15);
    for (const [index, copy] of copies.entries()) {
      if (index % 10 > 0 || !sparse.has(copy.buffer)) continue;
      slabs.release(copy);
      slabs.hold(slabs.copy(copy));
    }
    expect(slabs.sparse().size).toBe(0);
  });
});
