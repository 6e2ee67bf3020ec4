import { atOnce } from '../cooperative';
import { lostTags } from './tag-guard';

const documents = (count: number, tags: string): { json: string }[] =>
  Array.from({ length: count }, (_one, index) => ({ json: `{"id":"${index}","tags":[${tags}]}` }));

const TAG = '{"key":"a","value":"b"}';

describe('lostTags', () => {
  it('[V2-CRAWL-11] does not believe that all tags are gone at once', () => {
    expect(
      atOnce(lostTags({ tagGuard: true }, documents(11, TAG), { documents: 11, hasTags: false })),
    ).toContain('not one tag');
  });

  it.each([
    ['where tags do not matter', false, 11, { documents: 11, hasTags: false }],
    ['when few documents had tags', true, 10, { documents: 11, hasTags: false }],
    ['when one still has', true, 11, { documents: 11, hasTags: true }],
    ['when nothing is left that could have tags', true, 11, { documents: 0, hasTags: false }],
  ])('believes it %s', (_when, tagGuard, before, after) => {
    expect(atOnce(lostTags({ tagGuard }, documents(before, TAG), after))).toBeUndefined();
  });
});
