import { CLUSTER_NAME_RULE, isClusterName } from './cluster-name';

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

  it('[V1-FIELD-1] may have the characters that its refusal lists, and no others', () => {
    const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
    const others = ascii.filter((character) => isClusterName(`a${character}`) && !/[a-z\d]/i.test(character));
    expect(CLUSTER_NAME_RULE.endsWith(` ${others.join('')}`)).toBe(true);
  });
});
