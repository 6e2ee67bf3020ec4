import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, idsInTests, promisesIn } from './contract.mjs';

test('promises are the list items that start with a bold id', () => {
  const markdown =
    '# Jobs\n\n- **V3-JOB-1** answers 202\n- not a promise\n  - **V3-JOB-2** nested too \n**V3-JOB-3** no item\n';
  assert.deepEqual(promisesIn(markdown), [
    { id: 'V3-JOB-1', text: 'answers 202' },
    { id: 'V3-JOB-2', text: 'nested too' },
  ]);
});

test('a title may name several ids, in any kind of quotes, on the line after it(', () => {
  const source =
    'it(\'[V3-JOB-1] a\', f);\nit.each([1])(`[V1-A-2][V1-A-3] b`, f);\ndescribe(\n  "[V2-X-1] [V2-X-2] c", f);';
  assert.deepEqual(idsInTests(source), ['V3-JOB-1', 'V1-A-2', 'V1-A-3', 'V2-X-1', 'V2-X-2']);
});

test('ids outside the start of a string and skipped tests prove nothing', () => {
  const source =
    "// [V3-JOB-1]\nconst a = list['V3'];\nit.skip('[V3-JOB-2] x', f);\nxit('[V3-JOB-3] x', f);\nit('x [V3-JOB-4]', f);";
  assert.deepEqual(idsInTests(source), []);
});

test('compares documents with tests', () => {
  const documents = [
    { name: 'jobs', markdown: '- **V3-A-1** one\n- **V3-A-2** two' },
    { name: 'streams', markdown: '- **V1-A-1** one\n- **V3-A-1** again' },
  ];
  const tests = [
    { path: 'a.spec.ts', source: "it('[V3-A-1] x'); it('[V3-A-1] y'); it('[V9-A-1] z')" },
    { path: 'b.spec.ts', source: "it('[V1-A-1] x')" },
  ];
  const result = compare(documents, tests);
  assert.deepEqual(result.documents[0].promises, [
    { id: 'V3-A-1', text: 'one', provenBy: ['a.spec.ts'] },
    { id: 'V3-A-2', text: 'two', provenBy: [] },
  ]);
  assert.deepEqual(result.duplicates, ['V3-A-1']);
  assert.deepEqual(result.unknown, [{ id: 'V9-A-1', files: ['a.spec.ts'] }]);
});
