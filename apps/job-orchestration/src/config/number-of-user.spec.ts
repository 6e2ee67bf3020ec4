import { numberOfUser } from './number-of-user';

it.each([
  ['etl', 4],
  ['a=b', 2],
  ['other', 1],
])('gives %s the number %i', (user, number) => {
  expect(numberOfUser(user, ['etl=3', 'a=b=2', 'etl=4'], 1)).toBe(number);
});
