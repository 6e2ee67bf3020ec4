import { iso } from './iso-time';

describe('a shown time', () => {
  it.each([
    0, -1, 1_700_000_000_123, 1_709_164_799_999, 1_709_164_800_000, 951_782_400_000, 253_402_300_800_000,
    -62_198_755_200_001,
  ])('equals the ISO text of a Date for %i', (ms) => expect(iso(ms)).toBe(new Date(ms).toISOString()));

  it('is correct for each moment, whichever day was formatted before', () => {
    for (let ms = 1_700_000_000_000; ms < 1_800_000_000_000; ms += 98_765_432) {
      expect(iso(ms)).toBe(new Date(ms).toISOString());
      expect(iso(-ms)).toBe(new Date(-ms).toISOString());
    }
  });

  it('is null for an absent value', () => expect(iso(null)).toBeNull());

  it('is refused when no calendar has it', () => expect(() => iso(Number.MAX_VALUE)).toThrow(RangeError));
});
