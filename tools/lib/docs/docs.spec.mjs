import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf, indentedCode, pastesOf, readPages } from './blocks.mjs';
import { problemOf, compileProblems } from './checks.mjs';
import { EXCEPTIONS } from './exceptions.mjs';
import { isShown } from './paste.mjs';

const pages = readPages();
const blocks = pages.flatMap((one) => one.blocks);

test('every code block of the documentation is valid in its language', () => {
  const wrong = blocks
    .filter(({ language, name }) => language === 'sh' || !Object.hasOwn(EXCEPTIONS, name))
    .map((block) => ({ block, problem: problemOf(block) }))
    .filter(({ problem }) => problem !== undefined)
    .map(({ block, problem }) => `${block.name} (line ${block.line}) ${problem}`);
  assert.deepEqual(wrong, []);
});

test('TypeScript of the documentation that imports something compiles', () => {
  const wrong = `\`\`\`ts\nimport { defineJob } from '@portolan/worker';\nexport const a: number = defineJob;\n\`\`\``;
  const problems = compileProblems([...blocks, ...blocksOf('wrong.md', wrong)]);
  assert.equal(problems.length, 1, problems.join('\n'));
  assert.match(problems[0], /^wrong\.md: {2}\(line 3\): Type .* is not assignable to type 'number'/);
});

test('every code block of the documentation has a fence, so that it is checked', () => {
  assert.deepEqual(
    pages.flatMap(({ page, markdown }) => indentedCode(page, markdown)),
    [],
  );
});

test('every exception is an existing block', () => {
  const names = new Set(blocks.map(({ name }) => name));
  assert.deepEqual(
    Object.keys(EXCEPTIONS).filter((name) => !names.has(name)),
    [],
  );
});

test('README.md lists every page of docs/ to read on', () => {
  const readme = pages.find(({ page }) => page === 'README.md').markdown.split(/^## Read on$/m)[1] ?? '';
  const listed = [...readme.matchAll(/^\| \[[^\]]+\]\(([^)]+)\)/gm)].map(([, target]) => target);
  const folders = ['docs/contract/README.md', 'docs/decisions/README.md'];
  const there = pages
    .map(({ page }) => page)
    .filter((page) => /^docs\/[^/]+\.md$/.test(page) || folders.includes(page));
  assert.deepEqual(listed.toSorted(), there.toSorted());
});

test('blocks are named by the heading above them, and know what the page shows', () => {
  const page = [
    '# A',
    '```sh follow',
    'echo 1',
    '```',
    '```output',
    '1',
    '```',
    '## B',
    '  ```',
    '  x',
    '  ```',
  ];
  const found = blocksOf('a.md', page.join('\n'));
  assert.deepEqual(
    found.map(({ name, line, language, words, text }) => [name, line, language, words, text]),
    [
      ['a.md: A', 2, 'sh', ['follow'], 'echo 1\n'],
      ['a.md: A (2)', 5, 'output', [], '1\n'],
      ['a.md: B', 9, '', [], 'x\n'],
    ],
  );
  assert.deepEqual(pastesOf(found), [{ block: found[0], shown: '1\n' }]);
  assert.match(problemOf(found[2]), /no language/);
});

test('code without a fence is found, lists and what is inside of fences are not', () => {
  const page = ['text', '', '    code', '', '- a', '    - b', '```', '', '    inside', '```'];
  assert.deepEqual(indentedCode('a.md', page.join('\n')), ['a.md:3']);
});

test('what is printed is compared with what is shown, but for what … stands for', () => {
  assert.ok(isShown('a (b)\n', 'a (b)\r\n\n'));
  assert.ok(isShown('id: …, x\n…\nend', 'id: 17 of it, x\n1\n2\nend\n'));
  assert.ok(isShown('a\n…\nb', 'a\nb'));
  assert.ok(isShown('a\nb\n', 'a\nb\nc\n', true));
  for (const printed of ['a', 'a\n', 'a\nb']) assert.ok(isShown('a\n…\n', printed));
  assert.ok(!isShown('a\n…\n', 'ab'));
  assert.ok(!isShown('a\nb\n', 'a\nb\nc\n'));
  assert.ok(!isShown('a …', 'b c'));
  assert.ok(!isShown('a…c', 'a\nc'));
});

test('languages find what is wrong', () => {
  const problem = (language, text) => problemOf({ language, text });
  assert.match(problem('sh', 'if\n'), /no shell reads it/);
  assert.match(problem('sh', 'npm run nothing\n'), /no "npm run nothing"/);
  assert.match(problem('sh', 'node tools/nothing.mjs\n'), /nothing\.mjs/);
  assert.match(problem('text', 'see\n\ncurl -s x\n'), /has a command/);
  assert.match(problem('json', '{a}'), /JSON/);
  assert.match(problem('yaml', 'a: [b'), /./);
  assert.match(problem('ini', 'NO_SUCH_SETTING=1'), /has no NO_SUCH_SETTING/);
  assert.match(problem('ini', 'what'), /is no setting/);
  assert.match(problem('ts', 'const a: = 1;'), /expected/);
  assert.equal(problem('ts', 'const a: number = 1;'), undefined);
  assert.equal(problem('js', 'class A { @x b = await c; }'), undefined);
});
