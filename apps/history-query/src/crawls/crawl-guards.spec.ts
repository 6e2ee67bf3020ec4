import { runToEnd } from '../time-slices/time-slices';
import { lostTags } from './crawl-guards';

const documents = (count: number, tags: string): { json: string }[] =>
  Array.from({ length: count }, (_one, index) => ({ json: `{"id":"${index}","tags":[${tags}]}` }));

const TAG = '{"key":"a","value":"b"}';

describe('lostTags', () => {
  it('[V2-CRAWL-11] rejects the loss of all tags at once', () => {
    expect(
      runToEnd(lostTags({ tagGuard: true }, documents(11, TAG), { documents: 11, hasTags: false })),
    ).toContain('without any tag');
  });

  it.each([
    ['where tags do not matter', false, 11, { documents: 11, hasTags: false }],
    ['when few documents had tags', true, 10, { documents: 11, hasTags: false }],
    ['when one still has', true, 11, { documents: 11, hasTags: true }],
    ['when nothing is left that could have tags', true, 11, { documents: 0, hasTags: false }],
  ])('accepts a loss of tags %s', (_when, tagGuard, before, after) => {
    expect(runToEnd(lostTags({ tagGuard }, documents(before, TAG), after))).toBeUndefined();
  });
});
