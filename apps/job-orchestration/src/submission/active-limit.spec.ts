import { activeLimitOf } from './active-limit';

describe('the limit of active jobs', () => {
  it.each([
    ['alice', 5, [], 5],
    ['alice', 5, ['bob=1'], 5],
    ['bob', 5, ['bob=1'], 1],
    ['a=b', 0, ['a=b=7'], 7],
  ])('of %s with %i and %j is %i', (user, limit, overrides, expected) =>
    expect(activeLimitOf(user, limit, overrides)).toBe(expected),
  );
});
