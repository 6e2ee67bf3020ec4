import { slotOf } from './rendezvous';

describe('the place of a key', () => {
  const keys = Array.from({ length: 3000 }, (_, index) => `sensor-${index}`);
  const places = (slots: readonly string[]) => keys.map((key) => slots[slotOf(key, slots)]);

  it('is the same for everybody, in whatever order they know the places', () => {
    expect(places(['2', '0', '1'])).toEqual(places(['0', '1', '2']));
    expect(slotOf('a', [])).toBe(-1);
  });

  it('has about as many keys as each other place', () => {
    for (const slot of ['0', '1', '2']) {
      const share = places(['0', '1', '2']).filter((place) => place === slot).length;
      expect(Math.abs(share - 1000)).toBeLessThan(150);
    }
  });

  it('changes only towards a new place, or away from one that goes', () => {
    const [three, four] = [places(['0', '1', '2']), places(['0', '1', '2', '3'])];
    const moved = keys.map((_, index) => index).filter((index) => three[index] !== four[index]);
    expect(new Set(moved.map((index) => four[index]))).toEqual(new Set(['3']));
    expect(Math.abs(moved.length - 750)).toBeLessThan(150);
  });
});
