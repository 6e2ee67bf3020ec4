import { namesOf } from './columns.ts';

it('reads the names at the top of a field selector', () => {
  expect(namesOf('type,state:(name,x:(y)),tags:(key)')).toEqual(['type', 'state', 'tags']);
  expect(namesOf(':(a,b:(c),d)')).toEqual(['a', 'b', 'd']);
});
