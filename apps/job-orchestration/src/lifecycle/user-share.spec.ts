import { userShareOf } from './user-share';

it.each([
  ['etl', 4],
  ['a=b', 2],
  ['other', 1],
])('%s has %i parts', (user, parts) => {
  expect(userShareOf(user, ['etl=3', 'a=b=2', 'etl=4'])).toBe(parts);
});
