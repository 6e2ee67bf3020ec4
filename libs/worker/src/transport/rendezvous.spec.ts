import { slotOf } from './audience';

describe('the slot of a key', () => {
  const keys = Array.from({ length: 3000 }, (_, index) => `sensor-${index}`);
  const places = (slots: readonly string[]) => keys.map((key) => slots[slotOf(key, slots)]);

  it('does not depend on the order of the slots', () => {
    expect(places(['2', '0', '1'])).toEqual(places(['0', '1', '2']));
    expect(slotOf('a', [])).toBe(-1);
  });

  it('distributes keys evenly over the slots', () => {
    for (const slot of ['0', '1', '2']) {
      const share = places(['0', '1', '2']).filter((place) => place === slot).length;
      expect(Math.abs(share - 1000)).toBeLessThan(150);
    }
  });

  it('changes only to a new slot, or from a removed one', () => {
    const [three, four] = [places(['0', '1', '2']), places(['0', '1', '2', '3'])];
    const moved = keys.map((_, index) => index).filter((index) => three[index] !== four[index]);
    expect(new Set(moved.map((index) => four[index]))).toEqual(new Set(['3']));
    expect(Math.abs(moved.length - 750)).toBeLessThan(150);
  });
});
