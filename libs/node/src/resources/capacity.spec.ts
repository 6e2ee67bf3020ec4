import fc from 'fast-check';
import { Capacity } from './capacity';

describe('Capacity', () => {
  it('never exceeds the total, and is complete again after all releases', () => {
    const step = fc.record({
      id: fc.integer({ min: 0, max: 9 }).map(String),
      slots: fc.integer({ min: 0, max: 3 }),
      memoryMb: fc.integer({ min: 1, max: 60 }),
      release: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const capacity = new Capacity({ slots: 5, memoryMb: 100 });
        const held = new Map<string, { slots: number; memoryMb: number }>();
        for (const { id, release, ...share } of steps) {
          if (release) {
            capacity.release(id);
            held.delete(id);
          } else if (capacity.reserve(id, share)) {
            expect(held.has(id)).toBe(false);
            held.set(id, share);
          }
          const sum = (of: (one: { slots: number; memoryMb: number }) => number) =>
            [...held.values()].reduce((total, one) => total + of(one), 0);
          expect(capacity.free).toEqual({
            slots: 5 - sum((one) => one.slots),
            memoryMb: 100 - sum((one) => one.memoryMb),
          });
        }
      }),
    );
  });

  it('shows zero free resources, never less, when recovered launches exceed the total', () => {
    const capacity = new Capacity({ slots: 1, memoryMb: 10 });
    capacity.adopt('a', { slots: 1, memoryMb: 8 });
    capacity.adopt('b', { slots: 1, memoryMb: 8 });
    expect(capacity.free).toEqual({ slots: 0, memoryMb: 0 });
    expect(capacity.full).toBe(true);
    capacity.release('b');
    expect(capacity.free).toEqual({ slots: 0, memoryMb: 2 });
  });
});
