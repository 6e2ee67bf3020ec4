import { parseJobId } from './job-id';

describe('job ids', () => {
  it.each([
    ['a-1', { cluster: 'a', number: 1 }],
    ['foo-1-22', { cluster: 'foo-1', number: 22 }],
    ['foo', undefined],
    ['foo-', undefined],
    ['foo-x', undefined],
  ])('%s', (id, parts) => {
    expect(parseJobId(id)).toEqual(parts);
  });
});
