import { activeLimitOf } from './active-limit';

describe('the limit of active jobs', () => {
  it.each([
    ['alice', 5, [], 5],
    ['alice', 5, ['bob=1'], 5],
    ['bob', 5, ['bob=1'], 1],
    ['a=b', 0, ['a=b=7'], 7],
  ])(
    'limits %s, with the default %i and the overrides %j, to %i active jobs',
    (user, limit, overrides, expected) => expect(activeLimitOf(user, limit, overrides)).toBe(expected),
  );
});
