import { isClusterName } from './cluster-name';

describe('the name of a job cluster', () => {
  it.each([
    ['sine-function', true],
    ['Foo-1.2_b=:;', true],
    ['a', true],
    ['1abc', false],
    ['', false],
    ['a b', false],
    ['a/b', false],
    ['a%', false],
    ['a'.repeat(201), false],
  ])('[V1-FIELD-1] %j is the name of a job cluster: %s', (name, expected) => {
    expect(isClusterName(name)).toBe(expected);
  });
});
