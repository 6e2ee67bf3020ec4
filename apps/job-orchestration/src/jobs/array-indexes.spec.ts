import { indexesOf, indexesText, readIndexes } from './array-indexes';

describe('the indexes of an array', () => {
  it.each([
    ['0', [0]],
    ['7-9,1,3', [1, 3, 7, 8, 9]],
    [' 1 , 2-2 ', [1, 2]],
  ])('reads the indexes of an array: %j', (text, indexes) => expect(readIndexes(text, 10)).toEqual(indexes));

  it.each([
    ['', 'must be indexes and ranges, like 1,3,7-9, not '],
    ['1,,2', 'must be indexes and ranges, like 1,3,7-9, not '],
    ['a', 'must be indexes and ranges, like 1,3,7-9, not a'],
    ['-1', 'must be indexes and ranges, like 1,3,7-9, not -1'],
    ['3-1', 'must be indexes and ranges, like 1,3,7-9, not 3-1'],
    ['1.5', 'must be indexes and ranges, like 1,3,7-9, not 1.5'],
    ['10', 'has the index 10, but the array ends with 9'],
    ['1-10', 'has the index 10, but the array ends with 9'],
    ['1-3,3', 'has the index 3 twice'],
  ])('[V3-ARRAY-1] refuses the indexes of an array: %j', (text, reason) =>
    expect(readIndexes(text, 10)).toBe(reason),
  );

  it('takes all indexes of an array by default', () =>
    expect(indexesOf({ size: 3, indexes: null })).toEqual([0, 1, 2]));

  it('writes the indexes of an array with ranges', () => {
    expect(indexesText([0, 1, 2, 5, 7, 8])).toBe('0-2,5,7-8');
    expect(indexesText([])).toBe('');
  });
});
