import { differences } from './changes.ts';

it('names the fields that differ, nested ones by their path', () => {
  const before = { id: 'a', memory: 16, tags: ['x'], runtime: { cpu: 1 }, same: { a: 1 } };
  const after = { id: 'b', memory: 32, tags: ['x', 'y'], runtime: { cpu: 2 }, same: { a: 1 }, email: null };
  expect(differences(before, after)).toEqual([
    { path: 'memory', before: 16, after: 32 },
    { path: 'tags', before: ['x'], after: ['x', 'y'] },
    { path: 'runtime.cpu', before: 1, after: 2 },
  ]);
});
