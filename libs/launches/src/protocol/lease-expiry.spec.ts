import { expiredBefore, leaseHolds } from './lease-expiry';

describe('a lease', () => {
  it('is valid for its duration after a renewal', () => {
    expect(leaseHolds(1000, 120, 1119)).toBe(true);
    expect(leaseHolds(1000, 120, 1120)).toBe(false);
  });

  it('is judged by an owner that was healthy for a whole one', () => {
    expect(expiredBefore(5000, 120, 120)).toBe(4880);
  });

  it('is not judged by an owner that was down itself', () => {
    expect(expiredBefore(5000, 120, 119)).toBeUndefined();
  });
});
